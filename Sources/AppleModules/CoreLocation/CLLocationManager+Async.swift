import Foundation

/// The asynchronous forms of methods with a completion. They run where their caller does, as
/// imported ones do.
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
