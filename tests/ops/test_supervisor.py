"""What supervisord is told of an arena's programs."""

from __future__ import annotations

import shlex
from configparser import RawConfigParser
from pathlib import Path

from supervisor.options import ServerOptions

from ops.programs import Program, arena_programs
from ops.supervisor import GROUP, configuration

HERE = Path("/data/arena")
SECRETS = {"FAIRDEAL_SECRET_KEY": "100%secret"}


def read(programs: list[Program]) -> RawConfigParser:
    parser = RawConfigParser()
    parser.read_string(configuration(programs, HERE, HERE / "logs", HERE / "supervisor.sock", Path("/src")))
    return parser


def test_all_programs_are_in_one_group_so_that_they_stop_together() -> None:
    programs = arena_programs(HERE, 8123, 3, SECRETS)
    told = read(programs)
    assert told[f"group:{GROUP}"]["programs"].split(",") == [program.name for program in programs]
    assert [name for name in told.sections() if name.startswith("group:")] == [f"group:{GROUP}"]
    for program in programs:
        assert told[f"program:{program.name}"]["numprocs"] == ("3" if program.name == "match" else "1")


def test_a_stop_is_told_to_the_programs_alone_and_ends_in_a_kill_of_all_they_started() -> None:
    told = read(programs := arena_programs(HERE, 8123, 1, SECRETS))
    for program in programs:
        section = told[f"program:{program.name}"]
        assert not section.getboolean("stopasgroup") and section.getboolean("killasgroup")


def test_what_plays_matches_gets_nothing_of_the_platforms_environment() -> None:
    told = read(arena_programs(HERE, 8123, 1, SECRETS))
    for name in ("web", "inbox", "internal", "beat"):
        assert told[f"program:{name}"]["environment"] == 'FAIRDEAL_SECRET_KEY="100%%secret"'
    for name in ("match", "check"):
        assert "environment" not in told[f"program:{name}"]


def test_blanks_and_percent_signs_in_a_folders_name_reach_the_programs(tmp_path: Path) -> None:
    here = tmp_path / "100% fair deal"
    (here / "logs").mkdir(parents=True)
    file = here / "supervisord.conf"
    programs = arena_programs(here, 8123, 1, {"FAIRDEAL_DATA_DIR": str(here)})
    file.write_text(configuration(programs, here, here / "logs", here / "supervisor.sock", tmp_path))
    options = ServerOptions()
    options.realize(["-c", str(file)])
    [group] = options.process_group_configs
    started = {config.name.rpartition("_")[0]: config for config in group.process_configs}
    assert started["web"].environment["FAIRDEAL_DATA_DIR"] == str(here)
    assert str(here / "beat-schedule") in shlex.split(started["beat"].command)
    assert "inbox@%h" in started["inbox"].command
    assert started["match"].stdout_logfile == str(here / "logs" / "match_0.log")
    assert options.logfile == str(here / "logs" / "supervisord.log")
