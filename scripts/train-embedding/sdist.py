"""Downloads a package's source archive with pip's own finder, without building it: `sdist.py NAME VERSION|"" FOLDER`."""
import sys

from pip._internal.commands import create_command
from pip._internal.network.download import Downloader

name, version, folder = sys.argv[1:]
command = create_command("download")
options, _ = command.parse_args(["--no-binary", ":all:", "--no-deps", name])
with command.main_context():
    session = command.get_default_session(options)
    finder = command._build_package_finder(options=options, session=session, ignore_requires_python=True)
    found = [one for one in finder.find_all_candidates(name) if not one.link.is_wheel]
    found = [one for one in found if (str(one.version) == version if version else not one.version.is_prerelease)]
    if not found:
        sys.exit(f"no source archive of {name} {version}")
    best = max(found, key=lambda one: one.version)
    try:
        path, _ = Downloader(session, "off")(best.link, folder)
    except TypeError:
        path, _ = Downloader(session, "off", False)(best.link, folder)
    print(f"{best.version}\t{path.rsplit('/', 1)[1]}")
