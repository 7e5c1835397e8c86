import CollectorContract
import Foundation
import Hummingbird

extension Problem {
  /// The members of the JSON object, sorted.
  var json: [UInt8] { ProblemBody(kind, detail: detail).json }

  var headers: HTTPFields {
    var headers: HTTPFields = [.contentType: ProblemBody.contentType, .cacheControl: "no-store"]
    switch kind {
    case .unauthorized: headers[.wwwAuthenticate] = "Bearer realm=\"yoban\""
    case .methodNotAllowed: headers[.allow] = allowedMethods.joined(separator: ", ")
    case .busy, .unavailable: headers[.retryAfter] = "1"
    case .storageFull: headers[.retryAfter] = "60"
    case .limitReached: headers[.retryAfter] = "3600"
    default: break
    }
    if let retryAfter { headers[.retryAfter] = "\(retryAfter)" }
    return headers
  }

  var response: Response {
    Response(
      status: .init(code: kind.status), headers: headers,
      body: .init(byteBuffer: ByteBuffer(bytes: json)))
  }
}

/// Converts all errors of the inner handlers into problem responses, and counts them.
struct ProblemMiddleware<Context: RequestContext>: RouterMiddleware {
  let metrics: Metrics

  func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    let problem: Problem
    do {
      return try await next(request, context)
    } catch let error as Problem {
      problem = error
    } catch let error as RequestCutOff {
      // Nobody gets this response.
      problem = Problem(.invalidRequest, "The request ended before its body was complete.")
      if error.isAnswered { return problem.response }
    } catch  where error is ClientHasLeft || !Client.isConnected {
      // Nobody gets this response either, and it is no failure.
      return Problem(.invalidRequest, "The connection was closed.").response
    } catch StorageError.limitExceeded(let exceeded) {
      problem = Problem(exceeded)
    } catch let error as StorageError {
      problem = Problem(error)
      context.logger.error("storage failed", metadata: ["error": "\(error)"])
    } catch let error as any HTTPResponseError where error.status == .notFound {
      problem = Problem(
        .notFound, "This path does not exist. docs/collector-api.md lists the paths.")
    } catch let error as any HTTPResponseError where error.status.kind == .clientError {
      problem = Problem(.invalidRequest, "The request is not a valid request for this path.")
    } catch {
      context.logger.error("request failed", metadata: ["error": "\(error)"])
      problem = Problem(
        .internalError, "The server's log has the details. Sending the request again may help.")
    }
    metrics.countRejected(problem.kind)
    return problem.response
  }
}
