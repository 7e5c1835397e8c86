// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "yoban-collector",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "yoban-collector", targets: ["yoban-collector"])
  ],
  dependencies: [
    // Chunks: the recording format, the one thing shared with the runtime.
    .package(name: "yoban", path: ".."),
    // The HTTP server, without swift-configuration. Its product for tests compiles BoringSSL and an
    // HTTP client, so the tests have a small client of their own.
    .package(
      url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1",
      traits: ["FullFoundation"]),
    // The channel handler that limits the time of a request.
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    // Sets that keep the order of their elements.
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    // The HTTP messages that such a handler sees, with and without their version.
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
    // The names of header fields.
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    // SQLite, of the storage and of the files for researchers.
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    // The command line of the server.
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    // Logs on standard error.
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    // Graceful stop on SIGTERM and SIGINT.
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    // The programs that the tests start.
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
    // The paths of these programs.
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
  ],
  targets: [
    .target(
      name: "Collector",
      dependencies: [
        "CollectorImports",
        "Curves",
        "NightArchive",
        "ObjectStore",
        "ParquetWriter",
        "QRCode",
        "RecordingFiles",
        "ResearchFormats",
        "ZipArchive",
        "Gzip",
        .product(name: "Chunks", package: "yoban"),
        .product(name: "ClockOffsets", package: "yoban"),
        .product(name: "CollectorContract", package: "yoban"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
        .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
        .product(name: "OrderedCollections", package: "swift-collections"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ],
      // The scripts of the pages and the description of the API are compiled into the program.
      resources: [.embedInCode("Page/Assets"), .embedInCode("OpenAPI")]
    ),
    // Reads the requests of other apps as time series.
    .target(
      name: "CollectorImports", dependencies: [.product(name: "Chunks", package: "yoban")]),
    // Reads files of accelerometers and of Sensor Logger.
    .target(
      name: "RecordingFiles",
      dependencies: [
        "CCSV", "CollectorImports", "ZipArchive", .product(name: "Chunks", package: "yoban"),
      ]),
    .systemLibrary(name: "CCSV", providers: [.apt(["libcsv-dev"])]),
    // Writes Parquet files.
    .target(name: "ParquetWriter", dependencies: ["Gzip", "Varints"]),
    // Numbers of variable length, as bytes.
    .target(
      name: "Varints",
      swiftSettings: [
        .unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug))
      ]),
    .testTarget(name: "VarintsTests", dependencies: ["Varints"]),
    // Compresses and reads gzip.
    .target(name: "Gzip", dependencies: ["CZlib"]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    // Writes and reads ZIP archives in parts.
    .target(name: "ZipArchive", dependencies: ["CArchive"]),
    .systemLibrary(
      name: "CArchive", pkgConfig: "libarchive", providers: [.apt(["libarchive-dev"])]),
    // Codes for apps as pictures of dark and light modules.
    .target(name: "QRCode", dependencies: ["CQRCode"]),
    .systemLibrary(
      name: "CQRCode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
    // The contents of the archive of a night: the SQLite file, the text and the tables.
    .target(
      name: "NightArchive",
      dependencies: [
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ]),
    // The formats of research tools: tables for GGIR, datasets of Motion-BIDS, observations of FHIR.
    .target(
      name: "ResearchFormats", dependencies: [.product(name: "Chunks", package: "yoban")]),
    // Minima and maxima of samples, and the points of a curve. Optimized in debug builds, too: tests store the
    // samples of whole nights.
    .target(
      name: "Curves",
      dependencies: ["Varints"],
      swiftSettings: [
        .unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug))
      ]),
    // Objects in a store that understands S3, through libcurl.
    .target(
      name: "ObjectStore",
      dependencies: [
        .product(name: "CYobanCurl", package: "yoban"),
        .product(name: "Chunks", package: "yoban"),
      ]),
    .target(
      name: "CollectorSQL",
      dependencies: [
        "Collector",
        "CollectorImports",
        "Gzip",
        "ObjectStore",
        "Varints",
        .product(name: "Chunks", package: "yoban"),
        .product(name: "ClockOffsets", package: "yoban"),
        .product(name: "CollectorContract", package: "yoban"),
        .product(name: "OrderedCollections", package: "swift-collections"),
      ]
    ),
    .target(
      name: "CollectorSQLite",
      dependencies: [
        "Collector",
        "CollectorSQL",
        .product(name: "Chunks", package: "yoban"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ]
    ),
    .target(
      name: "CollectorPostgres",
      dependencies: [
        "CLibPQ",
        "Collector",
        "CollectorSQL",
        .product(name: "Chunks", package: "yoban"),
      ]
    ),
    .systemLibrary(name: "CLibPQ", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
    // Subscribes to a broker, and stores its messages.
    .target(
      name: "CollectorMQTT",
      dependencies: [
        "CPahoMQTT",
        "Collector",
        "CollectorImports",
        .product(name: "Chunks", package: "yoban"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ]
    ),
    // The package of Debian has no file for pkg-config.
    .systemLibrary(name: "CPahoMQTT", providers: [.apt(["libpaho-mqtt-dev"])]),
    .executableTarget(
      name: "yoban-collector",
      dependencies: [
        "Collector",
        "CollectorImports",
        "CollectorMQTT",
        "CollectorPostgres",
        "CollectorSQL",
        "CollectorSQLite",
        "ObjectStore",
        "QRCode",
        "RecordingFiles",
        "ResearchFormats",
        .product(name: "Chunks", package: "yoban"),
        .product(name: "CYobanMemory", package: "yoban"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ]
    ),
    // Starts the programs with which tests compare, such as Python, and those that run beside a test. It also has the
    // random numbers of all tests.
    .target(
      name: "TestPrograms",
      dependencies: [
        .product(name: "Subprocess", package: "swift-subprocess"),
        .product(name: "SystemPackage", package: "swift-system"),
      ], path: "Tests/TestPrograms", exclude: ["s3_server.py"]),
    .testTarget(name: "TestProgramsTests", dependencies: ["TestPrograms"]),
    .testTarget(name: "CurvesTests", dependencies: ["Curves", "TestPrograms"]),
    .testTarget(
      name: "CollectorImportsTests",
      dependencies: ["CollectorImports", .product(name: "Chunks", package: "yoban")]),
    .testTarget(
      name: "CollectorMQTTTests",
      dependencies: [
        "Collector", "CollectorImports", "CollectorMQTT",
        .product(name: "Chunks", package: "yoban"),
      ]),
    .testTarget(
      name: "RecordingFilesTests",
      dependencies: [
        "CollectorImports", "RecordingFiles", "TestPrograms",
        .product(name: "Chunks", package: "yoban"),
      ],
      exclude: ["read_recordings.py", "recordings.py"]),
    .testTarget(name: "ResearchFormatsTests", dependencies: ["ResearchFormats"]),
    .testTarget(
      name: "QRCodeTests", dependencies: ["QRCode", "TestPrograms"], exclude: ["read_code.py"]),
    .testTarget(
      name: "ParquetWriterTests", dependencies: ["Gzip", "ParquetWriter", "TestPrograms"],
      // The script is run from the source folder.
      exclude: ["read_back.py"]),
    .testTarget(
      name: "ObjectStoreTests",
      dependencies: ["ObjectStore", "TestPrograms", .product(name: "Chunks", package: "yoban")]),
    .testTarget(
      name: "ZipArchiveTests", dependencies: ["TestPrograms", "ZipArchive"],
      exclude: ["read_zip.py", "read_zeros.py"]),
    .testTarget(
      name: "NightArchiveTests",
      dependencies: ["NightArchive", "ParquetWriter", "TestPrograms", "ZipArchive"],
      exclude: ["read_night.py"]),
    .testTarget(
      name: "CollectorTests",
      dependencies: [
        "Collector",
        "CollectorImports",
        "CollectorMQTT",
        "CollectorPostgres",
        "CollectorSQL",
        "CollectorSQLite",
        "Curves",
        "Gzip",
        "ObjectStore",
        "ResearchFormats",
        "RecordingFiles",
        "TestPrograms",
        "yoban-collector",
        .product(name: "Chunks", package: "yoban"),
        .product(name: "ClockOffsets", package: "yoban"),
        .product(name: "CollectorContract", package: "yoban"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOEmbedded", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ],
      exclude: [
        "absent_values.py", "archive_text.py", "chunks.py", "die-before-puback.c", "failing-disk.c",
        "influx_clients.py", "lake.py", "night_files.py", "openapi.py", "openapi_hooks.py",
        "page.py",
        "read_ggir.R", "research.py", "webhook.py",
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)

// scripts/test-target sets this variable to the names of the test targets that it runs.
if let wanted = Context.environment["YOBAN_TEST_TARGETS"]?.split(separator: " ").map(String.init) {
  package.targets.removeAll { $0.type == .test && !wanted.contains($0.name) }
}
