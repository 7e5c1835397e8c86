import Glibc
import YobanFoundation
internal import YobanSimulatedApple

/// Errors of SQLite as Core Data reports them.
enum StoreError {
  private static let authorizationDenied = 23
  private static let cannotOpen: Int32 = 14

  /// A store that cannot be opened: NSCocoaErrorDomain 256 with the code of SQLite (CD2).
  static func opening(_ failure: SQLiteDatabase.Failure, _ url: URL?) -> NSError {
    let isLocked = failure.primary == cannotOpen && url.map(isProtected) == true
    return cocoa(
      NSFileReadUnknownError, isLocked ? authorizationDenied : Int(failure.primary),
      isLocked ? "authorization denied" : failure.message, url)
  }

  /// A store that is open and cannot be read or written.
  static func operation(_ failure: SQLiteDatabase.Failure, _ url: URL?) -> NSError {
    cocoa(NSFileReadUnknownError, Int(failure.primary), failure.message, url)
  }

  private static func cocoa(_ code: Int, _ sqlite: Int, _ reason: String, _ url: URL?) -> NSError {
    var info: [String: Any] = [NSSQLiteErrorDomain: sqlite, "NSUnderlyingException": reason]
    info[NSFilePathErrorKey] = url?.path
    return .coreData(code, info)
  }

  private static func isProtected(_ url: URL) -> Bool {
    let descriptor = Glibc.open(url.path, O_RDONLY)
    guard descriptor < 0 else {
      close(descriptor)
      return false
    }
    return errno == EPERM || errno == EACCES
  }

  static func noStore(_ coordinator: NSPersistentStoreCoordinator) -> NSError {
    .coreData(
      NSPersistentStoreIncompatibleSchemaError,
      [
        "reason":
          "This NSPersistentStoreCoordinator has no persistent stores (\(coordinator.lastFailure ?? "unknown")).  It cannot perform a fetch operation."
      ])
  }

  /// The words in the exception of a later save.
  static func reason(of error: NSError) -> String {
    if error.code >= NSPersistentStoreIncompatibleVersionHashError {
      return "schema mismatch or migration failure"
    }
    switch error.userInfo[NSSQLiteErrorDomain] as? Int {
    case authorizationDenied: return "device locked"
    case 13: return "disk full"
    default: return "unknown"
    }
  }
}
