"""The local stack: the real template, deployed to an AWS emulator on this machine, with the web app in front."""
