import Foundation

/// Asynchronous forms of the methods with a completion handler. They run on their caller's actor,
/// as imported asynchronous methods do.
extension CLLocationManager {
  public nonisolated(nonsending) func requestTemporaryFullAccuracyAuthorization(
    withPurposeKey purposeKey: String
  ) async throws {
    try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
      requestTemporaryFullAccuracyAuthorization(withPurposeKey: purposeKey) { error in
        if let error { done.resume(throwing: error) } else { done.resume() }
      }
    }
  }

  public nonisolated(nonsending) func startMonitoringLocationPushes() async throws -> Data {
    try await withCheckedThrowingContinuation { done in
      startMonitoringLocationPushes { token, error in
        done.resume(
          with: token.map { .success($0) }
            ?? .failure(error ?? CLLocationPushServiceError(.unknown)))
      }
    }
  }
}
