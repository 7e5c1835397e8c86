# Everything that background tests need, for people who work on a Mac; docs/mac.md says how to use it.
FROM swift:6.3-bookworm
COPY scripts/install /usr/local/bin/install-for-yoban
RUN install-for-yoban && rm -rf /var/lib/apt/lists/*
WORKDIR /app
CMD ["swift", "test"]
