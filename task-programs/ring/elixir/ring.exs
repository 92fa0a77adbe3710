# Passes one message around a ring of N processes, and counts how often it is received in SECONDS after a second of
# warm-up; prints one line of JSON.
# USAGE: elixir [--erl "+S 1 +P 2000000"] ring.exs N SECONDS WORKERS    (the VM's schedulers are its own option, +S)
# The module is compiled when the script starts; only its last line is interpreted.
defmodule Ring do
  import Bitwise

  @most 2_000_000_000
  @value (1 <<< 32) - 1
  @warm_up 1
  @look 1000 # receipts between two looks at the clock

  def main([n, seconds, workers]) do
    {n, seconds} = {whole("N", n, 2), whole("SECONDS", seconds, 1)}
    whole("WORKERS", workers, 1)
    ring(n, seconds)
  end

  def main(given), do: fail("arguments are '#{Enum.join(given, " ")}', must be three: N SECONDS WORKERS")

  defp ring(n, seconds) do
    began = System.monotonic_time()
    fixed = {self(), native(seconds)}
    last = spawn_link(fn -> receive(do: ({:next, first} -> member(n - 1, first, fixed))) end)
    first = Enum.reduce((n - 2)..0//-1, last, fn i, next -> spawn_link(fn -> member(i, next, fixed) end) end)
    send(last, {:next, first})
    sent = System.monotonic_time()
    # receipts, value, and either the time of the sending or what was at the start of counting
    send(first, {0, 0, sent})
    {received, value, total, {from, _start, cpu}} = receive(do: ({:last, result} -> result))

    known = ~s("tasks":#{n},"messages":#{received - from},"received":#{received})
    times = ~s("startMillis":#{in_millis(sent - began)},"totalMillis":#{in_millis(total)})
    IO.puts(~s({#{known},#{times},"cpuMillis":#{cpu_millis() - cpu},"checksum":"#{value}"}))
  end

  # One of the ring: receives, and sends on, until the message was counted for so long.
  defp member(index, next, fixed) do
    receive do
      {received, value, state} ->
        received = received + 1
        value = value * 31 + index &&& @value

        case if(rem(received, @look) == 0, do: look(received, state, fixed), else: state) do
          {:over, total, start} -> send(elem(fixed, 0), {:last, {received, value, total, start}})
          state -> send(next, {received, value, state}) && member(index, next, fixed)
        end
    end
  end

  defp look(_received, {_from, start, _cpu} = state, {_main, counted}) do
    total = System.monotonic_time() - start
    if total >= counted, do: {:over, total, state}, else: state
  end

  defp look(received, sent, _fixed) do
    now = System.monotonic_time()
    if now - sent >= native(@warm_up), do: {received, now, cpu_millis()}, else: sent
  end

  # User and system time of this process, in ticks of 10 ms: proc_pid_stat(5).
  defp cpu_millis do
    [_, fields] = File.read!("/proc/self/stat") |> String.split(") ")
    [user, system] = fields |> String.split(" ") |> Enum.slice(11, 2) |> Enum.map(&String.to_integer/1)
    (user + system) * 10
  end

  defp native(seconds), do: System.convert_time_unit(seconds, :second, :native)
  defp in_millis(native), do: System.convert_time_unit(native, :native, :microsecond) / 1000

  defp whole(name, text, least) do
    value = if text =~ ~r/\A[0-9]{1,10}\z/, do: String.to_integer(text), else: -1
    (value in least..@most && value) ||
      fail("#{name} is '#{text}', must be a whole number from #{least} to #{@most}")
  end

  defp fail(what) do
    IO.puts(:stderr, "ring.exs: #{what}")
    System.halt(2)
  end
end

Ring.main(System.argv())
