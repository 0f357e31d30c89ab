"""The example of a host's own tools: what it prints last is what came of it."""


async def test_the_example_ends_with_the_receipt(host_tools, monkeypatch, tmp_path, capsys):
    """Nothing is said behind what was booked and paid."""
    monkeypatch.setenv("TRIPINTENT_DATA_DIR", str(tmp_path))
    monkeypatch.setenv("TRIPINTENT_NOW", "2027-03-01T09:00:00+00:00")
    monkeypatch.setenv("TRIPINTENT_LANGUAGE", "offline")
    await host_tools.main()
    last = capsys.readouterr().out.rpartition("the host is asked: ")[2]
    assert last.startswith("booking_confirm_and_purchase\nBooked and paid: $1,300.00.")
    assert "Paid: $1,300.00" in last
