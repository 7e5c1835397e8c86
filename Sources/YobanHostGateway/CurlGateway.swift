import CYobanCurl
import YobanSimulatedDevices
import YobanVirtualTime

/// Carries the requests of simulated devices over real sockets, with libcurl.
///
/// One connection is kept open between requests; if the server has closed it in the meantime, the
/// request uses a new one. A request that takes longer than ten minutes of real time fails with
/// `timedOut`. This timeout is so long that a slow machine does not change the results of a
/// simulated device.
///
/// Sendable: a simulation makes one exchange at a time; outside of a simulation, the owner must do
/// so as well. No other object uses the handle.
public final class CurlGateway: HTTPGateway, @unchecked Sendable {
  private let handle: OpaquePointer

  public init() {
    // Initializes libcurl once per process; further calls only increment a counter.
    curl_global_init(Int(CURL_GLOBAL_DEFAULT))
    guard let handle = curl_easy_init() else {
      preconditionFailure("libcurl could not create a handle")
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
    let answer = Answer()
    let context = Unmanaged.passUnretained(answer).toOpaque()
    yoban_curl_set_pointer(pointer, CURLOPT_URL, request.url)
    yoban_curl_set_pointer(pointer, CURLOPT_CUSTOMREQUEST, request.method)
    yoban_curl_set_pointer(pointer, CURLOPT_PROTOCOLS_STR, "http,https")
    // A proxy in the environment must not be used for servers on this machine.
    yoban_curl_set_pointer(pointer, CURLOPT_NOPROXY, "127.0.0.1,localhost,::1")
    yoban_curl_set_long(pointer, CURLOPT_NOSIGNAL, 1)
    yoban_curl_set_long(pointer, CURLOPT_TIMEOUT, 600)
    yoban_curl_set_long(pointer, CURLOPT_TCP_NODELAY, 1)
    yoban_curl_set_callback(pointer, CURLOPT_WRITEFUNCTION, receiveBody)
    yoban_curl_set_pointer(pointer, CURLOPT_WRITEDATA, context)
    yoban_curl_set_callback(pointer, CURLOPT_HEADERFUNCTION, receiveHeader)
    yoban_curl_set_pointer(pointer, CURLOPT_HEADERDATA, context)
    // No "Expect: 100-continue", which would need an extra round trip per request.
    var headers = curl_slist_append(nil, "Expect:")
    if !request.headers.contains(where: { $0.name.lowercased() == "content-type" }) {
      headers = curl_slist_append(headers, "Content-Type:")  // none, not the default for a form
    }
    for field in request.headers {
      headers = curl_slist_append(headers, "\(field.name): \(field.value)")
    }
    defer { curl_slist_free_all(headers) }
    yoban_curl_set_pointer(pointer, CURLOPT_HTTPHEADER, headers)

    let code = request.body.withUnsafeBytes { body in
      if !body.isEmpty {
        // The body is passed as a whole, so that libcurl can send it again over a new connection.
        yoban_curl_set_size(pointer, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count))
        yoban_curl_set_pointer(pointer, CURLOPT_POSTFIELDS, body.baseAddress)
      } else if request.method == "HEAD" {
        yoban_curl_set_long(pointer, CURLOPT_NOBODY, 1)
      }
      return withExtendedLifetime(answer) { curl_easy_perform(pointer) }
    }
    guard code == CURLE_OK else { return .failure(HTTPExchangeError(code)) }
    var status = 0
    yoban_curl_status(pointer, &status)
    return .success(
      HTTPExchangeResponse(status: status, headers: answer.headers, body: answer.body))
  }

  /// The received response, filled by libcurl's callbacks.
  fileprivate final class Answer {
    var body: [UInt8] = []
    var headers: [HTTPField] = []
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

private func answer(_ context: UnsafeMutableRawPointer?) -> CurlGateway.Answer {
  Unmanaged<CurlGateway.Answer>.fromOpaque(context!).takeUnretainedValue()
}

private let receiveBody: yoban_curl_callback = { bytes, size, count, context in
  answer(context).body.append(
    contentsOf: UnsafeRawBufferPointer(start: bytes, count: size * count))
  return size * count
}

private let receiveHeader: yoban_curl_callback = { bytes, size, count, context in
  let line = String(
    decoding: UnsafeRawBufferPointer(start: bytes, count: size * count), as: UTF8.self)
  let parts = line.split(separator: ":", maxSplits: 1)
  let answer = answer(context)
  if line.hasPrefix("HTTP/") {
    answer.headers.removeAll()
  } else if parts.count == 2 {
    answer.headers.append(HTTPField(String(parts[0]), trimmed(parts[1])))
  }
  return size * count
}

private func trimmed(_ text: Substring) -> String {
  var text = text
  while let first = text.first, first.isWhitespace { text.removeFirst() }
  while let last = text.last, last.isWhitespace { text.removeLast() }
  return String(text)
}
