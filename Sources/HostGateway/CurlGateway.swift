import CCurl
import SimulatedOS
import VirtualTime

/// Carries the requests of simulated devices over real sockets, with libcurl.
///
/// One connection is kept open between requests. A request that takes longer than a minute of real
/// time fails with `timedOut`.
///
/// Sendable: a simulation makes one exchange at a time, and outside of a simulation its owner does;
/// the handle is used by no other.
public final class CurlGateway: HTTPGateway, @unchecked Sendable {
  private let handle: OpaquePointer

  public init() {
    // Once per process; further calls only count.
    curl_global_init(Int(CURL_GLOBAL_DEFAULT))
    guard let handle = curl_easy_init() else {
      preconditionFailure("libcurl could not make a handle")
    }
    self.handle = OpaquePointer(handle)
  }

  deinit { curl_easy_cleanup(pointer) }

  private var pointer: UnsafeMutableRawPointer { UnsafeMutableRawPointer(handle) }

  public func exchange(_ request: HTTPExchangeRequest) throws(HTTPExchangeError)
    -> HTTPExchangeResponse
  {
    let result = Simulation.onHost { perform(request) }
    return try result.get()
  }

  private func perform(_ request: HTTPExchangeRequest) -> Result<
    HTTPExchangeResponse, HTTPExchangeError
  > {
    curl_easy_reset(pointer)
    let transfer = Transfer(request.body)
    let context = Unmanaged.passUnretained(transfer).toOpaque()
    yoban_curl_set_pointer(pointer, CURLOPT_URL, request.url)
    yoban_curl_set_pointer(pointer, CURLOPT_CUSTOMREQUEST, request.method)
    yoban_curl_set_pointer(pointer, CURLOPT_PROTOCOLS_STR, "http,https")
    yoban_curl_set_long(pointer, CURLOPT_NOSIGNAL, 1)
    yoban_curl_set_long(pointer, CURLOPT_TIMEOUT, 60)
    yoban_curl_set_long(pointer, CURLOPT_TCP_NODELAY, 1)
    yoban_curl_set_callback(pointer, CURLOPT_WRITEFUNCTION, receiveBody)
    yoban_curl_set_pointer(pointer, CURLOPT_WRITEDATA, context)
    yoban_curl_set_callback(pointer, CURLOPT_HEADERFUNCTION, receiveHeader)
    yoban_curl_set_pointer(pointer, CURLOPT_HEADERDATA, context)
    if !request.body.isEmpty {
      yoban_curl_set_long(pointer, CURLOPT_UPLOAD, 1)
      yoban_curl_set_callback(pointer, CURLOPT_READFUNCTION, sendBody)
      yoban_curl_set_pointer(pointer, CURLOPT_READDATA, context)
      yoban_curl_set_size(pointer, CURLOPT_INFILESIZE_LARGE, curl_off_t(request.body.count))
    } else if request.method == "HEAD" {
      yoban_curl_set_long(pointer, CURLOPT_NOBODY, 1)
    }
    // No "Expect: 100-continue": it would cost a round trip per request.
    var headers = curl_slist_append(nil, "Expect:")
    for field in request.headers {
      headers = curl_slist_append(headers, "\(field.name): \(field.value)")
    }
    defer { curl_slist_free_all(headers) }
    yoban_curl_set_pointer(pointer, CURLOPT_HTTPHEADER, headers)

    let code = withExtendedLifetime(transfer) { curl_easy_perform(pointer) }
    guard code == CURLE_OK else { return .failure(HTTPExchangeError(code)) }
    var status = 0
    yoban_curl_status(pointer, &status)
    return .success(
      HTTPExchangeResponse(status: status, headers: transfer.headers, body: transfer.received))
  }

  /// What goes out and what has come in, for libcurl's callbacks.
  fileprivate final class Transfer {
    let body: [UInt8]
    var sent = 0
    var received: [UInt8] = []
    var headers: [HTTPField] = []
    init(_ body: [UInt8]) { self.body = body }
  }
}

extension HTTPExchangeError {
  fileprivate init(_ code: CURLcode) {
    self =
      switch code {
      case CURLE_COULDNT_CONNECT: .cannotConnect
      case CURLE_COULDNT_RESOLVE_HOST: .cannotFindHost
      case CURLE_OPERATION_TIMEDOUT: .timedOut
      case CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL: .unsupportedURL
      default: .connectionLost
      }
  }
}

private func transfer(_ context: UnsafeMutableRawPointer?) -> CurlGateway.Transfer {
  Unmanaged<CurlGateway.Transfer>.fromOpaque(context!).takeUnretainedValue()
}

private let receiveBody: yoban_curl_callback = { bytes, size, count, context in
  transfer(context).received.append(
    contentsOf: UnsafeRawBufferPointer(start: bytes, count: size * count))
  return size * count
}

private let receiveHeader: yoban_curl_callback = { bytes, size, count, context in
  let line = String(
    decoding: UnsafeRawBufferPointer(start: bytes, count: size * count), as: UTF8.self)
  let parts = line.split(separator: ":", maxSplits: 1)
  let transfer = transfer(context)
  if line.hasPrefix("HTTP/") {
    transfer.headers.removeAll()
  } else if parts.count == 2 {
    transfer.headers.append(HTTPField(String(parts[0]), trimmed(parts[1])))
  }
  return size * count
}

private let sendBody: yoban_curl_callback = { bytes, size, count, context in
  let transfer = transfer(context)
  let part = min(size * count, transfer.body.count - transfer.sent)
  transfer.body.withUnsafeBytes { body in
    UnsafeMutableRawPointer(bytes!).copyMemory(
      from: body.baseAddress! + transfer.sent, byteCount: part)
  }
  transfer.sent += part
  return part
}

private func trimmed(_ text: Substring) -> String {
  var text = text
  while let first = text.first, first.isWhitespace { text.removeFirst() }
  while let last = text.last, last.isWhitespace { text.removeLast() }
  return String(text)
}
