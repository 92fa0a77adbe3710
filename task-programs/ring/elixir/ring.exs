# Passes one message around a ring of N processes, MESSAGES times to the next; prints one line of JSON.
# USAGE: elixir [--erl "+S 1 +P 2000000"] ring.exs N MESSAGES WORKERS    (the VM's schedulers are its own option, +S)
# The module is compiled when the script starts; only its last line is interpreted.
defmodule Ring do
  import Bitwise

  @most 2_000_000_000
  @value (1 <<< 32) - 1

  def main([n, messages, workers]) do
    {n, messages} = {whole("N", n, 2), whole("MESSAGES", messages, 1)}
    whole("WORKERS", workers, 1)
    ring(n, messages)
  end

  def main(given), do: fail("arguments are '#{Enum.join(given, " ")}', must be three: N MESSAGES WORKERS")

  defp ring(n, messages) do
    began = System.monotonic_time()
    main = self()
    last = spawn_link(fn -> receive(do: ({:next, first} -> member(n - 1, first, main))) end)
    first = Enum.reduce((n - 2)..0//-1, last, fn i, next -> spawn_link(fn -> member(i, next, main) end) end)
    send(last, {:next, first})
    sent = System.monotonic_time()
    send(first, {messages, 0})
    checksum = receive(do: ({:last, value} -> value))
    total = in_millis(System.monotonic_time() - sent)
    known = ~s("tasks":#{n},"messages":#{messages},"startMillis":#{in_millis(sent - began)})
    IO.puts(~s({#{known},"totalMillis":#{total},"checksum":"#{checksum}"}))
  end

  # One of the ring: receives, and sends on.
  defp member(index, next, main) do
    receive do
      {left, value} when left > 1 ->
        send(next, {left - 1, value * 31 + index &&& @value})
        member(index, next, main)

      {1, value} ->
        send(main, {:last, value * 31 + index &&& @value})
    end
  end

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
