"""What supervisord is told, and what it is asked."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from supervisor.childutils import getRPCInterface

from ops.programs import Program

# One group for all: supervisord stops the groups one after the other, but the programs of a group together.
GROUP = "arena"
STOP_WAIT_S = 8


def configuration(programs: Sequence[Program], directory: Path, logs: Path, socket: Path, folder: Path) -> str:
    """Give the text of supervisord's configuration; the programs run in `folder`, a log file each copy in `logs`."""
    head = (
        f"[supervisord]\nnodaemon=true\nlogfile={_literal(logs / 'supervisord.log')}\n"
        "logfile_maxbytes=1MB\nlogfile_backups=1\n"
        f"pidfile={_literal(directory / 'supervisord.pid')}\nchildlogdir={_literal(logs)}\n"
        + ("user=root\n" if os.geteuid() == 0 else "")
        + f"[unix_http_server]\nfile={_literal(socket)}\nchmod=0700\n"
        "[rpcinterface:supervisor]\n"
        "supervisor.rpcinterface_factory = supervisor.rpcinterface:make_main_rpcinterface\n"
        f"[group:{GROUP}]\nprograms={','.join(program.name for program in programs)}\n"
    )
    return head + "".join(_section(program, logs, folder) for program in programs)


def _section(program: Program, logs: Path, folder: Path) -> str:
    words = ",".join(f'{key}="{_literal(value)}"' for key, value in program.environment.items())
    return (
        f"[program:{program.name}]\ncommand={_literal(program.command)}\nprocess_name=%(program_name)s_%(process_num)d\n"
        f"numprocs={program.copies}\n"
        + (f"environment={words}\n" if words else "")
        + f"directory={_literal(folder)}\nautorestart=true\nstartsecs=1\nstartretries=20\nstopwaitsecs={STOP_WAIT_S}\n"
        # Told to stop is the program alone: a worker ends its sandbox itself, and a sandbox that ended first would look
        # broken. What is left after the wait is killed with its children.
        "killasgroup=true\nstopasgroup=false\nredirect_stderr=true\n"
        # The one value that is read twice.
        f"stdout_logfile={_literal(_literal(logs / program.name))}_%(process_num)d.log\n"
        "stdout_logfile_maxbytes=5MB\nstdout_logfile_backups=1\n"
    )


def _literal(value: str | Path) -> str:
    """Write a value so that supervisord, to which a percent sign begins an expression, reads it as it is."""
    return str(value).replace("%", "%%")


def running_pids(socket: Path, program: str) -> list[int]:
    """Give the process ids of a program's copies, as the supervisor that listens on the socket knows them."""
    rpc = getRPCInterface({"SUPERVISOR_SERVER_URL": f"unix://{socket}"})
    rows = rpc.supervisor.getAllProcessInfo()
    return [int(row["pid"]) for row in rows if row["name"].rpartition("_")[0] == program and row["pid"]]
