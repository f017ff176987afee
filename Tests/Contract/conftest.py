import pytest

from race_server import RaceServer


@pytest.fixture
def server(tmp_path):
    running = RaceServer(tmp_path / "data").start()
    yield running
    if running.process.poll() is None:
        running.stop()
