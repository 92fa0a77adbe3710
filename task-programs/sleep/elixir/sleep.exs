# Starts N tasks, each a process that sleeps MILLIS once, and waits for all; prints one line of JSON.
# USAGE: elixir [--erl "+P 2000000"] sleep.exs N MILLIS    (the VM has room for 262,144 processes unless told)
# The module is compiled when the script starts; only its last line is interpreted.
defmodule Sleep do
  @most 2_000_000_000
  @alive 1 # this and the next two: places in the tally, in which all processes count
  @most_alive 2
  @latest 3

  def main([n, millis]), do: sleep(whole("N", n, 1), whole("MILLIS", millis, 0))
  def main(given), do: fail("arguments are '#{Enum.join(given, " ")}', must be two: N MILLIS")

  defp sleep(n, millis) do
    # the VM logs a refusal too, and Elixir's logger would on stdout, which is for our line alone
    Enum.each(:logger.get_handler_ids(), &:logger.remove_handler/1)
    :logger.add_handler(:stderr, :logger_std_h, %{config: %{type: :standard_error}})
    tally = :atomics.new(3, [])
    began = System.monotonic_time()
    {refusal, tasks} = start(n, [], fn -> sleeper(tally, millis) end)
    start_millis = in_millis(System.monotonic_time() - began)

    tell = fn last ->
      most_alive = :atomics.get(tally, @most_alive)
      known = ~s("tasks":#{n},"started":#{length(tasks)},"mostAlive":#{most_alive},"startMillis":#{start_millis})
      IO.puts("{#{known},#{last}}")
    end

    # a refusal is reported at once: the tasks that started sleep on meanwhile, so that they can be measured
    if refusal, do: tell.(~s("failure":"#{refusal}"))
    Task.await_many(tasks, :infinity)
    if refusal, do: System.halt(1), else: tell.(~s("latestWakeUpMillis":#{in_millis(:atomics.get(tally, @latest))}))
  end

  # The tasks, and what the VM said if it had no room for one more.
  defp start(0, tasks, _body), do: {nil, tasks}

  defp start(n, tasks, body) do
    case start_one(body) do
      %Task{} = task -> start(n - 1, [task | tasks], body)
      refusal -> {refusal, tasks}
    end
  end

  defp start_one(body) do
    Task.async(body)
  rescue
    error in SystemLimitError -> "#{Exception.message(error)} (process limit #{:erlang.system_info(:process_limit)})"
  end

  defp sleeper(tally, millis) do
    raise_to(tally, @most_alive, :atomics.add_get(tally, @alive, 1))
    began = System.monotonic_time()
    Process.sleep(millis)
    slept = System.monotonic_time() - began
    raise_to(tally, @latest, slept - System.convert_time_unit(millis, :millisecond, :native))
    :atomics.sub(tally, @alive, 1)
  end

  defp raise_to(tally, place, value, seen \\ 0) do
    case value > seen && :atomics.compare_exchange(tally, place, seen, value) do
      greater when is_integer(greater) -> raise_to(tally, place, value, greater)
      _ -> :ok
    end
  end

  defp in_millis(native), do: System.convert_time_unit(native, :native, :microsecond) / 1000

  defp whole(name, text, least) do
    value = if text =~ ~r/\A[0-9]{1,10}\z/, do: String.to_integer(text), else: -1
    (value in least..@most && value) ||
      fail("#{name} is '#{text}', must be a whole number from #{least} to #{@most}")
  end

  defp fail(what) do
    IO.puts(:stderr, "sleep.exs: #{what}")
    System.halt(2)
  end
end

Sleep.main(System.argv())
