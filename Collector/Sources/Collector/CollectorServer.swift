import Chunks
import CollectorContract
import CollectorImports
import Hummingbird
import HummingbirdCore
import Logging
import ServiceLifecycle

/// Creates the server for a storage, ready to run as a service.
///
/// `onRunning` is called with the address once the server accepts connections.
public func makeCollectorServer(
  storage: any CollectorStorage, configuration: CollectorConfiguration, logger: Logger,
  onRunning: @escaping @Sendable (_ host: String, _ port: Int) -> Void = { _, _ in }
) -> some ApplicationProtocol {
  let metrics = Metrics()
  let audit = AuditLog(storage: storage, logger: logger)
  let connections = OpenConnections(connectionsMax: configuration.connectionsMax)
  let router = makeRouter(
    storage: storage, configuration: configuration, metrics: metrics, audit: audit)
  var services: [any Service] = [
    audit, RetentionService(storage: storage, logger: logger),
    PackingService(storage: storage, metrics: metrics, logger: logger),
    ClockFoldingService(storage: storage, logger: logger),
  ]
  if let alerts = configuration.alerts {
    services.append(
      AlertService(settings: alerts, storage: storage, metrics: metrics, logger: logger))
  }
  var application = Application(
    router: router,
    server: HTTPServerBuilder { responder in
      EventLoopChannel(
        responder: responder,
        configuration: .init(
          additionalChannelHandlers: [
            HTTP1RulesHandler.Installer(
              bodyBytesMax: configuration.chunkBytesMax, metrics: metrics),
            ConnectionTimeLimitHandler(
              requestLimit: configuration.requestTimeout, idleLimit: configuration.idleTimeout,
              stopLimit: configuration.stopTimeout, metrics: metrics, connections: connections),
          ],
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
  application.addServices(services)
  return application
}

/// The routes of the server. docs/collector-api.md and OpenAPI/openapi.json describe them.
func makeRouter(
  storage: any CollectorStorage, configuration: CollectorConfiguration, metrics: Metrics,
  audit: AuditLog
) -> Router<BasicRequestContext> {
  let access = Access(
    storage: storage, audit: audit, quotas: TokenQuotas(configuration.quotas),
    reads: RequestTurns(
      turns: FairTurns(runningMax: 4, runningOfKeyMax: 2), waitingMax: 100,
      refusal: "Too many answers are being made. Send the request again in a moment."))
  let alerts = AlertRaiser(settings: configuration.alerts, storage: storage)
  let reads = ReadRoutes(
    access: access, storage: storage,
    places: LimitedPlaces(
      count: configuration.sampleAnswersMax, share: max(1, configuration.sampleAnswersMax / 2),
      refusal: "Too many samples are being read. Send the request again in a moment."))
  // A chunk with its samples: at most one channel, with a time for each value.
  let budget = BodyBudget(
    byteCount: configuration.bodyBytesMax,
    largest: configuration.chunkBytesMax.clampedAdd(Int(ChunkLimits.valuesMax) * 16))
  let writes = LimitedPlaces(
    count: configuration.connectionsMax, share: max(1, configuration.connectionsMax / 4),
    refusal: "Too many uploads of this device are in progress. Send the request again in a moment.")
  let heavyWork = HeavyWork()
  let uploads = UploadRoutes(
    access: access, queue: CommitQueue(storage: storage), budget: budget, metrics: metrics,
    alerts: alerts, chunkBytesMax: configuration.chunkBytesMax, places: writes,
    heavyWork: heavyWork)
  let imports = ImportRoutes(
    access: access, storage: storage, budget: budget, metrics: metrics,
    alerts: alerts, bodyBytesMax: configuration.chunkBytesMax, places: writes,
    turns: RequestTurns(
      turns: FairTurns(runningMax: .max, runningOfKeyMax: 1), waitingMax: 8,
      refusal: "Too many requests of this device are in progress. Send it again in a moment."),
    heavyWork: heavyWork)
  let pageAccess = PageAccess(
    access: access, isLocal: configuration.isLocal && !configuration.requiresToken)
  let pages = PageRoutes(access: pageAccess, storage: storage, metrics: metrics)
  let answers = NightAnswers(
    reads: reads, storage: storage,
    files: NightFiles(
      storage: storage,
      places: LimitedPlaces(
        count: configuration.nightFilesMax, share: max(1, configuration.nightFilesMax / 2),
        refusal: "Too many nights are being written to files. Load this one again in a moment.")),
    livePages: LimitedPlaces(
      count: configuration.livePagesMax, share: max(1, configuration.livePagesMax / 4),
      refusal: "Too many pages are informed about new chunks. Load this page again later."),
    looks: DeviceLooks(storage))
  let nights = NightRoutes(access: pageAccess, answers: answers)
  let shared = SharedNightRoutes(access: access, answers: answers)
  let nightReads = NightReadRoutes(access: access, answers: answers)
  let deletes = DeleteRoutes(access: access, storage: storage)
  let studies = StudyRoutes(access: pageAccess, storage: storage)
  let enrollments = EnrollmentRoutes(
    access: access, storage: storage, metrics: metrics, guesses: GuessLimit())

  let router = Router(context: BasicRequestContext.self, options: .autoGenerateHeadEndpoints)
  router.add(middleware: ProblemMiddleware(metrics: metrics))
  router.add(middleware: RequestRules())
  router.route("/", .get) { request, _ in try await pages.devices(request) }
  router.route("/last-night", .get) { request, _ in try await studies.lastNight(request) }
  router.routes(
    "/enrollments",
    [
      (.get, { request, _ in try await studies.codes(request) }),
      (.post, { request, _ in try await studies.makeCodes(request) }),
    ])
  router.route("/enroll", .get) { request, _ in studies.enroll(request) }
  router.route("/devices/{device}", .get) {
    try await pages.device($0, parameters: $1.parameters)
  }
  router.route("/devices/{device}/nights/{start}", .get) {
    try await nights.night($0, parameters: $1.parameters)
  }
  router.route("/devices/{device}/nights/{start}/data", .get) {
    try await nights.data($0, parameters: $1.parameters)
  }
  for format in NightFiles.Format.allCases {
    router.route("/devices/{device}/nights/{start}/\(format.rawValue)", .get) {
      try await nights.file($0, parameters: $1.parameters, as: format)
    }
    router.route("/shared/{token}/\(format.rawValue)", .get) {
      try await shared.file($0, parameters: $1.parameters, as: format)
    }
    router.route("/v1/devices/{device}/nights/{start}/\(format.rawValue)", .get) {
      try await nightReads.file($0, parameters: $1.parameters, as: format)
    }
  }
  router.route("/v1/devices/{device}/nights/{start}/clocks", .get) {
    try await nightReads.clocks($0, parameters: $1.parameters)
  }
  router.route("/v1/devices/{device}/nights", .get) {
    try await nightReads.nights($0, parameters: $1.parameters)
  }
  router.route("/devices/{device}/events", .get) {
    try await nights.events($0, parameters: $1.parameters)
  }
  router.route("/devices/{device}/streams/{stream}/curve", .get) {
    try await nights.curve($0, parameters: $1.parameters)
  }
  for format in [ReadRoutes.SampleFormat.csv, .parquet] {
    router.route("/devices/{device}/streams/{stream}/\(format.rawValue)", .get) {
      try await nights.samples($0, parameters: $1.parameters, as: format)
    }
    router.route("/shared/{token}/streams/{stream}/\(format.rawValue)", .get) {
      try await shared.samples($0, parameters: $1.parameters, as: format)
    }
  }
  router.route("/shared/{token}", .get) {
    try await shared.night($0, parameters: $1.parameters)
  }
  router.route("/shared/{token}/data", .get) {
    try await shared.data($0, parameters: $1.parameters)
  }
  router.route("/shared/{token}/events", .get) {
    try await shared.events($0, parameters: $1.parameters)
  }
  router.route("/shared/{token}/streams/{stream}/curve", .get) {
    try await shared.curve($0, parameters: $1.parameters)
  }
  for asset in Asset.all {
    router.route(RouterPath(asset.path), .get) { _, _ in asset.response }
  }
  router.route("/healthz", .get) { _, _ in try await pages.health() }
  router.route("/metrics", .get) { request, _ in try await pages.metrics(request) }
  router.route(CollectorPath.devices.route, .get) { request, _ in try await reads.devices(request) }
  router.routes(
    CollectorPath.device.route,
    [
      (.get, { try await studies.device($0, parameters: $1.parameters) }),
      (.delete, { try await deletes.device($0, parameters: $1.parameters) }),
    ])
  router.route(CollectorPath.lastNight.route, .get) { request, _ in
    try await studies.lastNightReport(request)
  }
  router.route(CollectorPath.enrollments.route, .post) { request, _ in
    try await enrollments.post(request)
  }
  router.route("/v1/devices/{device}/streams/{stream}", .delete) {
    try await deletes.stream($0, parameters: $1.parameters)
  }
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
  for format in [ReadRoutes.SampleFormat.ggir, .heartRate] {
    router.route("/v1/devices/{device}/streams/{stream}/\(format.rawValue)", .get) {
      try await reads.samples($0, parameters: $1.parameters, as: format)
    }
  }
  router.route("/v1/import/{format}/{device}", .post) {
    try await imports.post($0, $1)
  }
  for format in ForeignFormat.all {
    for path in format.ownPaths {
      router.route(RouterPath(path), .post) { try await imports.post($0, as: format, $1) }
    }
  }
  router.routes(
    CollectorPath.chunk.route,
    [
      (.put, { try await uploads.put($0, parameters: $1.parameters) }),
      (.get, { try await reads.chunk($0, parameters: $1.parameters) }),
    ])
  return router
}
