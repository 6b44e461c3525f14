"""十三支 for people who chat: platforms, screens, texts and the program itself."""

__version__ = "0.1.0"
