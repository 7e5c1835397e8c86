import Chunks
import Collector
import ObjectStore

/// Moves the bodies of chunks to where another storage has its own, while the rows are copied.
struct BodyCopying<From: SQLDatabase, To: SQLDatabase>: Sendable {
  private let source: SQLStorage<From>
  private let target: SQLStorage<To>
  /// Whether the bodies stay where they are: in the tables, or in the store that both storages have.
  private let isPlain: Bool

  init(from source: SQLStorage<From>, to target: SQLStorage<To>) {
    self.source = source
    self.target = target
    isPlain = target.objects.map { $0.name == source.objects?.name } ?? (source.objects == nil)
  }

  /// Fewer rows of chunks if each comes with its body.
  func rowsPerStep(of table: Schema.Table) -> Int {
    guard !isPlain else { return table.rowsPerStep }
    return switch table.name {
    case "chunks": 50
    case "packs": 1
    default: table.rowsPerStep
    }
  }

  /// Returns the rows that the other database gets for some rows of a table.
  func copies(
    of rows: [SQLRow], in table: Schema.Table
  ) async throws(StorageError) -> [CopiedRow] {
    switch table.name {
    case "chunks" where !isPlain: try await chunks(rows)
    case "packs" where !isPlain: try await packs(rows)
    // They came with the rows of their chunks and packs.
    case "bodies" where !isPlain, "pack_bodies" where !isPlain: []
    default: rows.map { CopiedRow($0, in: table.name) }
    }
  }

  private func packs(_ rows: [SQLRow]) async throws(StorageError) -> [CopiedRow] {
    var copies: [CopiedRow] = []
    for row in rows {
      var copy = CopiedRow(row, in: "packs")
      defer { copies.append(copy) }
      guard var pack = try? Pack(row: row) else { continue }
      let bytes = try await source.read { [pack] in
        try $0.bytes(of: pack, 0..<pack.storedByteCount)
      }
      pack.object = target.objects == nil ? nil : Int64.random(in: 0 ... .max)
      if let objects = target.objects, let key = pack.objectKey {
        try await target.objectErrors { () async throws(ObjectStoreError) in
          try await objects.put(bytes, at: key.text, sha256: SHA256Hash.hash(bytes))
        }
      } else {
        copies += pack.bodyRows(bytes).map { values in
          CopiedRow(
            table: "pack_bodies",
            columns: Array(zip(["id", "first_time", "position", "body"], values)))
        }
      }
      for index in copy.columns.indices where copy.columns[index].name == "object" {
        copy.columns[index].value = .optional(pack.object)
      }
    }
    return copies
  }

  private func chunks(_ rows: [SQLRow]) async throws(StorageError) -> [CopiedRow] {
    var copies: [CopiedRow] = []
    let results = await rows.enumerated().map { $0 }.concurrently { [self] index, row in
      await Result { () async throws(StorageError) in (index, try await chunk(row)) }
    }
    let sorted = try results.map { (result) throws(StorageError) in try result.get() }
      .sorted { $0.0 < $1.0 }
    for (_, rows) in sorted { copies += rows }
    return copies
  }

  private func chunk(_ row: SQLRow) async throws(StorageError) -> [CopiedRow] {
    var copy = CopiedRow(row, in: "chunks")
    guard let sequence = row.sequence, let device = try? row.text("device"),
      let stream = try? row.text("stream"),
      let identity = try? ChunkIdentity(device: device, stream: stream, sequence: sequence)
    else { return [copy] }
    let bytes = try await source.body(of: identity)?.bytes ?? []
    var object = SQLValue.null
    if let objects = target.objects, !bytes.isEmpty {
      let key = ObjectKey(identity: identity, number: .random(in: 0 ... .max))
      try await target.objectErrors { () async throws(ObjectStoreError) in
        try await objects.put(bytes, at: key.text, sha256: ChunkDigest(of: bytes).bytes)
      }
      object = .integer(key.number)
    }
    for index in copy.columns.indices where copy.columns[index].name == "object" {
      copy.columns[index].value = object
    }
    // A body that is missing stays missing.
    guard object == .null, !bytes.isEmpty else { return [copy] }
    return [
      copy,
      CopiedRow(table: "bodies", columns: [("id", row.value("id")), ("body", .bytes(bytes))]),
    ]
  }
}
