# Everything that background tests need, for people who work on a Mac; docs/mac.md says how to use it.
FROM swift:6.3-bookworm AS tools
COPY scripts/install /usr/local/bin/install-for-yoban
RUN install-for-yoban && rm -rf /var/lib/apt/lists/*
WORKDIR /app
CMD ["swift", "test"]

# The same with the built simulator, for the jobs of a build server: docker build --target simulator
FROM tools AS simulator
COPY . /opt/yoban
RUN /opt/yoban/scripts/ci-prebuild

# What is built if no target is named.
FROM tools
