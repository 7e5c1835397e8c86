import CollectorContract
import Hummingbird
import HummingbirdCore
import Logging

/// Creates the server for a storage, ready to run as a service.
///
/// `onRunning` is called with the address once the server accepts connections.
public func makeCollectorServer(
  storage: any CollectorStorage, configuration: CollectorConfiguration, logger: Logger,
  onRunning: @escaping @Sendable (_ host: String, _ port: Int) -> Void = { _, _ in }
) -> some ApplicationProtocol {
  let metrics = Metrics()
  let router = makeRouter(storage: storage, configuration: configuration, metrics: metrics)
  return Application(
    router: router,
    server: HTTPServerBuilder { responder in
      EventLoopChannel(
        responder: responder,
        configuration: .init(
          additionalChannelHandlers: [
            HTTP1RulesHandler.Installer(
              bodyBytesMax: configuration.chunkBytesMax, metrics: metrics),
            RequestTimeLimitHandler(limit: configuration.requestTimeout, metrics: metrics),
          ],
          idleTimeout: .init(configuration.requestTimeout),
          httpDecoderConfiguration: .init(
            maxHeaderFieldSize: 8 << 10, maxHeaderListSize: 16 << 10, maxHeaderFieldCount: 100)),
        executor: storage.readExecutor ?? globalConcurrentExecutor)
    },
    configuration: .init(
      address: .hostname(configuration.host, port: configuration.port),
      serverName: "yoban-collector",
      availableConnectionsDelegate: MaximumAvailableConnections(
        configuration.connectionsMax, logger: logger)),
    onServerRunning: { channel in
      onRunning(configuration.host, channel.localAddress?.port ?? configuration.port)
    },
    logger: logger)
}

private func makeRouter(
  storage: any CollectorStorage, configuration: CollectorConfiguration, metrics: Metrics
) -> Router<BasicRequestContext> {
  let access = Access(storage: storage)
  let reads = ReadRoutes(access: access, storage: storage)
  let budget = BodyBudget(
    byteCount: configuration.bodyBytesMax, bodyBytesMax: configuration.chunkBytesMax)
  let uploads = UploadRoutes(
    access: access, queue: CommitQueue(storage: storage), budget: budget, metrics: metrics,
    chunkBytesMax: configuration.chunkBytesMax)
  let imports = ImportRoutes(
    access: access, storage: storage, budget: budget, metrics: metrics,
    bodyBytesMax: configuration.chunkBytesMax)
  let pageAccess = PageAccess(access: access, isLocal: configuration.isLocal)
  let pages = PageRoutes(access: pageAccess, storage: storage, metrics: metrics)
  let nights = NightRoutes(access: pageAccess, reads: reads, storage: storage)

  let router = Router(context: BasicRequestContext.self, options: .autoGenerateHeadEndpoints)
  router.add(middleware: ProblemMiddleware(metrics: metrics))
  router.route("/", .get) { request, _ in try await pages.devices(request) }
  router.route("/devices/{device}", .get) {
    try await pages.device($0, parameters: $1.parameters)
  }
  router.route("/devices/{device}/nights/{start}", .get) {
    try await nights.night($0, parameters: $1.parameters)
  }
  router.route("/devices/{device}/events", .get) {
    try await nights.events($0, parameters: $1.parameters)
  }
  router.route("/devices/{device}/streams/{stream}/curve", .get) {
    try await nights.curve($0, parameters: $1.parameters)
  }
  router.route("/devices/{device}/streams/{stream}/samples.csv", .get) {
    try await nights.samples($0, parameters: $1.parameters, as: .csv)
  }
  router.route("/devices/{device}/streams/{stream}/samples.parquet", .get) {
    try await nights.samples($0, parameters: $1.parameters, as: .parquet)
  }
  for asset in Asset.all {
    router.route(RouterPath(asset.path), .get) { _, _ in pages.asset(asset) }
  }
  router.route("/healthz", .get) { _, _ in try await pages.health() }
  router.route("/metrics", .get) { request, _ in try await pages.metrics(request) }
  router.route(CollectorPath.devices.route, .get) { request, _ in try await reads.devices(request) }
  router.route(CollectorPath.streams.route, .get) {
    try await reads.streams($0, parameters: $1.parameters)
  }
  router.route(CollectorPath.chunks.route, .get) {
    try await reads.chunks($0, parameters: $1.parameters)
  }
  router.route(CollectorPath.gaps.route, .get) {
    try await reads.gaps($0, parameters: $1.parameters)
  }
  router.route(CollectorPath.samples.route, .get) {
    try await reads.samples($0, parameters: $1.parameters, as: .csv)
  }
  router.route(CollectorPath.samplesJSON.route, .get) {
    try await reads.samples($0, parameters: $1.parameters, as: .jsonLines)
  }
  router.route(CollectorPath.samplesParquet.route, .get) {
    try await reads.samples($0, parameters: $1.parameters, as: .parquet)
  }
  router.route("/v1/import/{format}/{device}", .post) {
    try await imports.post($0, parameters: $1.parameters)
  }
  for path in ["/write", "/api/v2/write"] as [RouterPath] {
    router.route(path, .post) { request, _ in try await imports.write(request) }
  }
  router.routes(
    CollectorPath.chunk.route,
    [
      (.put, { try await uploads.put($0, parameters: $1.parameters) }),
      (.get, { try await reads.chunk($0, parameters: $1.parameters) }),
    ])
  return router
}
