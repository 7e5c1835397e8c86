import Chunks

/// An object that is written part by part, and replaces the one at its key when it is finished. Memory holds one part.
///
/// If this is interrupted, the store keeps the parts until a rule of the bucket removes them; the object at the key
/// stays as it was.
///
/// ```swift
/// var upload = S3Upload(store, "samples/1.parquet")
/// do {
///   for part in parts { try await upload.append(part) }
///   byteCount = try await upload.finish()
/// } catch {
///   await upload.cancel()
///   throw error
/// }
/// ```
public struct S3Upload: Sendable {
  private let store: S3Store
  private let key: String
  /// The bytes that were not sent yet.
  private var buffer: [UInt8] = []
  /// The name that the store has given; nil before the first part is sent.
  private var identifier: String?
  /// The elements of the request that ends the upload.
  private var parts = ""
  private var partCount = 0
  private var byteCount: Int64 = 0

  public init(_ store: S3Store, _ key: String) {
    self.store = store
    self.key = key
  }

  public mutating func append(_ bytes: [UInt8]) async throws(ObjectStoreError) {
    buffer += bytes
    byteCount += Int64(bytes.count)
    // The last part may be smaller than the others, so it is sent at the end.
    guard buffer.count > store.partBytes else { return }
    var start = 0
    while buffer.count - start > store.partBytes {
      try await send(Array(buffer[start..<start + store.partBytes]))
      start += store.partBytes
    }
    buffer.removeFirst(start)
  }

  /// Puts the object at its key, and returns its length. When this returns, it is durable.
  public mutating func finish() async throws(ObjectStoreError) -> Int64 {
    guard let identifier else {
      _ = try await store.putWhole(buffer, at: key, ChunkDigest(of: buffer), isNew: false)
      return byteCount
    }
    try await send(buffer)
    buffer = []
    let body = Array("<CompleteMultipartUpload>\(parts)</CompleteMultipartUpload>".utf8)
    let answer = try await store.answer(
      to: S3Request(
        method: "POST", key: key, query: [("uploadId", identifier)], body: body,
        bodySHA256: ChunkDigest(of: body).hex))
    // After a lost answer, the upload is no longer known, and its length says whether it is complete. An error can
    // also come with status 200.
    if answer.status != 404, answer.status >= 300 || !answer.code.isEmpty {
      throw store.unexpected(answer, key)
    }
    try await store.requireLength(byteCount, at: key)
    return byteCount
  }

  /// Removes the parts that were sent.
  public func cancel() async {
    guard let identifier else { return }
    _ = try? await store.answer(
      to: S3Request(method: "DELETE", key: key, query: [("uploadId", identifier)]))
  }

  private mutating func send(_ part: [UInt8]) async throws(ObjectStoreError) {
    let upload: String
    if let identifier { upload = identifier } else { upload = try await begin() }
    identifier = upload
    partCount += 1
    let answer = try await store.answer(
      to: S3Request(
        method: "PUT", key: key,
        query: [("partNumber", String(partCount)), ("uploadId", upload)], body: part,
        bodySHA256: ChunkDigest(of: part).hex))
    guard answer.status == 200, let tag = answer.headers["etag"] else {
      throw store.unexpected(answer, key)
    }
    parts += "<Part><PartNumber>\(partCount)</PartNumber><ETag>\(tag)</ETag></Part>"
  }

  private func begin() async throws(ObjectStoreError) -> String {
    var request = S3Request(method: "POST", key: key, query: [("uploads", "")])
    request.headers =
      store.encryptionHeaders + [("content-type", "application/octet-stream")]
    let answer = try await store.answer(to: request)
    guard answer.status == 200, let upload = S3Answer.element("UploadId", of: answer.body) else {
      throw store.unexpected(answer, key)
    }
    return upload
  }
}
