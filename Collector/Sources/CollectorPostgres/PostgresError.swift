import Collector

/// An error of PostgreSQL or of the connection to it.
struct PostgresError: Error, Hashable {
  /// The code of the error, five characters of SQL; nil if the server has not answered.
  var state: String?
  var message: String

  /// Whether another server may be able to do what this one refuses: it has become a standby, or it is
  /// starting or stopping.
  var isAboutServer: Bool {
    guard let state else { return true }
    return ["25006", "57P01", "57P02", "57P03"].contains(state)
  }
}

extension StorageError {
  init(postgres error: any Error) {
    switch error {
    case let error as StorageError: self = error
    case let error as PostgresError where error.state == "53100": self = .full
    case let error as PostgresError where error.state == "23505": self = .alreadyExists
    case let error as PostgresError:
      self = .unavailable("PostgreSQL: \(error.state.map { "\($0): " } ?? "")\(error.message)")
    default: self = .unavailable("\(error)")
    }
  }
}
