import CYobanCurl
import Foundation
import Synchronization

/// Sends requests with libcurl, on threads that wait for the answers. Connections stay open for the next requests.
final class CurlTransport: S3Transport {
  private let executor: any TaskExecutor
  private let idle = Mutex<[Handle]>([])

  /// A handle of libcurl. Sendable, because only the request that has taken it uses it.
  private final class Handle: @unchecked Sendable {
    let pointer: UnsafeMutableRawPointer

    init?() {
      guard let pointer = curl_easy_init() else { return nil }
      self.pointer = pointer
    }

    deinit { curl_easy_cleanup(pointer) }
  }

  /// The time after which a transfer that stands still is ended and tried again.
  private let stillSecondsMax: Int

  init(executor: any TaskExecutor, stillSecondsMax: Int = 15) {
    self.stillSecondsMax = stillSecondsMax
    // Initializes libcurl once per process; further calls only increment a counter.
    curl_global_init(Int(CURL_GLOBAL_DEFAULT))
    self.executor = executor
  }

  func answer(
    to request: S3Request, at url: String, signed headers: [(name: String, value: String)]
  ) async throws(S3TransportError) -> S3Answer {
    let result: Result<S3Answer, S3TransportError> =
      await withTaskExecutorPreference(executor) { perform(request, url, headers) }
    return try result.get()
  }

  /// Blocks its thread.
  private func perform(
    _ request: S3Request, _ url: String, _ headers: [(name: String, value: String)]
  ) -> Result<S3Answer, S3TransportError> {
    guard let handle = idle.withLock({ $0.popLast() }) ?? Handle() else {
      return .failure(S3TransportError(reason: "libcurl could not create a handle"))
    }
    defer { idle.withLock { $0.append(handle) } }
    let pointer = handle.pointer
    curl_easy_reset(pointer)
    let receiver = Receiver(bytesMax: request.answerBytesMax)
    prepare(pointer, url)
    var fields: UnsafeMutablePointer<curl_slist>?
    // No "Expect: 100-continue", which would need another round trip, and no type of a form.
    for line in ["Expect:", "Content-Type:"] + headers.map({ "\($0.name): \($0.value)" }) {
      let isRemoved = line == "Content-Type:" && headers.contains { $0.name == "content-type" }
      if !isRemoved { fields = curl_slist_append(fields, line) }
    }
    defer { curl_slist_free_all(fields) }
    yoban_curl_set_pointer(pointer, CURLOPT_HTTPHEADER, fields)
    let context = Unmanaged.passUnretained(receiver).toOpaque()
    yoban_curl_set_callback(pointer, CURLOPT_WRITEFUNCTION, receiveBody)
    yoban_curl_set_pointer(pointer, CURLOPT_WRITEDATA, context)
    yoban_curl_set_callback(pointer, CURLOPT_HEADERFUNCTION, receiveHeader)
    yoban_curl_set_pointer(pointer, CURLOPT_HEADERDATA, context)
    let code = request.body.withUnsafeBytes { body in
      if request.method == "PUT" || !body.isEmpty {
        yoban_curl_set_size(pointer, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count))
        yoban_curl_set_pointer(pointer, CURLOPT_POSTFIELDS, body.baseAddress ?? emptyBody)
      }
      yoban_curl_set_pointer(pointer, CURLOPT_CUSTOMREQUEST, request.method)
      if request.method == "HEAD" { yoban_curl_set_long(pointer, CURLOPT_NOBODY, 1) }
      return withExtendedLifetime(receiver) { curl_easy_perform(pointer) }
    }
    guard code == CURLE_OK else {
      let reason =
        receiver.isTooLarge ? "the answer is too large" : String(cString: curl_easy_strerror(code))
      return .failure(S3TransportError(reason: reason))
    }
    var status = 0
    yoban_curl_status(pointer, &status)
    receiver.answer.status = status
    return .success(receiver.answer)
  }

  private func prepare(_ pointer: UnsafeMutableRawPointer, _ url: String) {
    yoban_curl_set_pointer(pointer, CURLOPT_URL, url)
    yoban_curl_set_pointer(pointer, CURLOPT_PROTOCOLS_STR, "http,https")
    yoban_curl_set_long(pointer, CURLOPT_PATH_AS_IS, 1)
    yoban_curl_set_long(pointer, CURLOPT_NOSIGNAL, 1)
    yoban_curl_set_long(pointer, CURLOPT_TCP_NODELAY, 1)
    yoban_curl_set_long(pointer, CURLOPT_CONNECTTIMEOUT, 5)
    yoban_curl_set_long(pointer, CURLOPT_LOW_SPEED_LIMIT, 1)
    yoban_curl_set_long(pointer, CURLOPT_LOW_SPEED_TIME, stillSecondsMax)
  }
}

/// The address that libcurl gets if there are no bytes, so that it does not read them from standard input.
private nonisolated(unsafe) let emptyBody = UnsafeRawPointer(
  UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1))

/// The answer of one request, which libcurl's callbacks fill.
private final class Receiver {
  var answer = S3Answer()
  var isTooLarge = false
  private let bytesMax: Int64

  init(bytesMax: Int64) { self.bytesMax = bytesMax }

  func add(_ bytes: UnsafeRawBufferPointer) -> Bool {
    isTooLarge = Int64(answer.body.count) + Int64(bytes.count) > max(bytesMax, 1 << 16)
    if !isTooLarge { answer.body.append(contentsOf: bytes) }
    return !isTooLarge
  }

  func add(header line: String) {
    if line.hasPrefix("HTTP/") { answer.headers = [:] }
    guard let colon = line.firstIndex(of: ":") else { return }
    answer.headers[line[..<colon].lowercased()] =
      line[line.index(after: colon)...].trimmingCharacters(in: .whitespacesAndNewlines)
  }
}

private func receiver(_ context: UnsafeMutableRawPointer?) -> Receiver {
  Unmanaged<Receiver>.fromOpaque(context!).takeUnretainedValue()
}

private let receiveBody: yoban_curl_callback = { bytes, size, count, context in
  let part = UnsafeRawBufferPointer(start: bytes, count: size * count)
  // Another number than that of the bytes ends the transfer.
  return receiver(context).add(part) ? size * count : 0
}

private let receiveHeader: yoban_curl_callback = { bytes, size, count, context in
  let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
  receiver(context).add(header: String(decoding: line, as: UTF8.self))
  return size * count
}
