"""Fixtures: one server for the whole run, further ones where a test needs its own; coverage held to the truth."""

import itertools

import pytest

from covers import observed
from muster_server import Server, binary
from scene import Scene

_names = itertools.count(1)


def pytest_configure(config):
    Server.logs = None


def pytest_collection_modifyitems(session, config, items):
    # The logs can be judged only after everything else has run; coverage needs all that was collected.
    late = {"test_logs.py": 1}
    items.sort(key=lambda item: late.get(item.path.name, 0))
    session.collected = list(items)


def pytest_report_header(config):
    try:
        return f"muster: {binary()}"
    except FileNotFoundError as error:
        return f"muster: {error}"


@pytest.fixture(scope="session", autouse=True)
def logs(tmp_path_factory):
    Server.logs = tmp_path_factory.mktemp("logs")
    return Server.logs


@pytest.fixture(scope="session")
def server(logs, tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("server") / "data")
    yield server
    server.stop()


@pytest.fixture
def make_server(logs, tmp_path):
    """Servers of a test's own, stopped (exit 0) when it ends."""
    made = []

    def make(*options, data=None, **keywords):
        made.append(Server(data or tmp_path / f"data{len(made)}", *options, start=False, **keywords))
        return made[-1].start()

    make.folder = tmp_path
    yield make
    for server in made:
        server.stop()


@pytest.fixture(scope="session")
def location(server):
    return server.boto()


@pytest.fixture
def raw(server):
    return server.client


@pytest.fixture(scope="session")
def watcher(server):
    return server.watch()


@pytest.fixture
def name(request):
    """A resource name that nothing else in this run uses."""
    return f"{request.node.originalname[5:45]}-{next(_names)}"


@pytest.fixture
def scene(server, watcher, name):
    return Scene(server.client, watcher, name)


@pytest.fixture
def make_scene(server, watcher, request):
    def make(suffix="", **options):
        return Scene(server.client, watcher, f"{request.node.originalname[5:40]}{suffix}-{next(_names)}", **options)

    return make


@pytest.fixture
def tracker(raw, name):
    raw.ok("CreateTracker", TrackerName=name)
    return name


@pytest.fixture
def collection(raw, name):
    raw.ok("CreateGeofenceCollection", CollectionName=name)
    return name


@pytest.fixture(autouse=True)
def declared_coverage_is_met(request):
    """A test that declares what it covers must have met it, or it fails."""
    before = observed.take()
    yield
    met = observed.take()
    observed.give_back(before | met)
    result = getattr(request.node, "call_report", None)
    if result is None or not result.passed:
        return
    for mark in request.node.iter_markers("covers"):
        pair = (mark.args[0], mark.kwargs.get("error"))
        if mark.kwargs.get("limit"):
            assert any(operation == pair[0] for operation, _ in met), f"{pair[0]} was never called"
        else:
            assert pair in met, f"declared to cover {pair}, met only {sorted(met, key=str)}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    if report.when == "call":
        item.call_report = report
    return report
