internal import YobanSimulatedAndroid

/// `java.lang.Throwable`: an error that Android throws. If a callback of an app throws one, the app
/// crashes, as after an uncaught exception.
///
/// Sendable: immutable.
open class Throwable: Error, CustomStringConvertible, @unchecked Sendable {
  private let message: String?

  public init(_ message: String? = nil) { self.message = message }

  open func getMessage() -> String? { message }
  /// The name of the class with its package, such as `java.lang.SecurityException`.
  open class var javaName: String { "java.lang.Throwable" }
  public var description: String {
    message.map { "\(Self.javaName): \($0)" } ?? Self.javaName
  }
}

/// Sendable for the same reason as its superclass.
open class Exception: Throwable, @unchecked Sendable {
  override open class var javaName: String { "java.lang.Exception" }
}

/// Sendable for the same reason as its superclass.
open class RuntimeException: Exception, @unchecked Sendable {
  override open class var javaName: String { "java.lang.RuntimeException" }
}

/// Sendable for the same reason as its superclass.
open class IllegalArgumentException: RuntimeException, @unchecked Sendable {
  override open class var javaName: String { "java.lang.IllegalArgumentException" }
}

/// Sendable for the same reason as its superclass.
open class IllegalStateException: RuntimeException, @unchecked Sendable {
  override open class var javaName: String { "java.lang.IllegalStateException" }
}

/// Sendable for the same reason as its superclass.
open class UnsupportedOperationException: RuntimeException, @unchecked Sendable {
  override open class var javaName: String { "java.lang.UnsupportedOperationException" }
}

/// Sendable for the same reason as its superclass.
open class SecurityException: RuntimeException, @unchecked Sendable {
  override open class var javaName: String { "java.lang.SecurityException" }
}

/// `android.companion.DeviceNotAssociatedException`.
///
/// Sendable for the same reason as its superclass.
open class DeviceNotAssociatedException: RuntimeException, @unchecked Sendable {
  override open class var javaName: String { "android.companion.DeviceNotAssociatedException" }
}

/// Sendable for the same reason as its superclass.
open class ServiceStartNotAllowedException: IllegalStateException, @unchecked Sendable {
  override open class var javaName: String { "android.app.ServiceStartNotAllowedException" }
}

/// Thrown when a service may not be started in the background, from API level 31 on. Before, an
/// `IllegalStateException` is thrown (AN1).
///
/// Sendable for the same reason as its superclass.
open class BackgroundServiceStartNotAllowedException: ServiceStartNotAllowedException,
  @unchecked Sendable
{
  override open class var javaName: String {
    "android.app.BackgroundServiceStartNotAllowedException"
  }
}

/// Thrown when a foreground service may not be started, from API level 31 on (AN4), and when the
/// time for a type is used up (AN6).
///
/// Sendable for the same reason as its superclass.
open class ForegroundServiceStartNotAllowedException: ServiceStartNotAllowedException,
  @unchecked Sendable
{
  override open class var javaName: String {
    "android.app.ForegroundServiceStartNotAllowedException"
  }
}

/// Sendable for the same reason as its superclass.
open class ForegroundServiceTypeException: ServiceStartNotAllowedException, @unchecked Sendable {
  override open class var javaName: String { "android.app.ForegroundServiceTypeException" }
}

/// Thrown when the manifest declares no type (AN5).
///
/// Sendable for the same reason as its superclass.
open class MissingForegroundServiceTypeException: ForegroundServiceTypeException,
  @unchecked Sendable
{
  override open class var javaName: String { "android.app.MissingForegroundServiceTypeException" }
}

/// Thrown for the type `FOREGROUND_SERVICE_TYPE_NONE` (AN5).
///
/// Sendable for the same reason as its superclass.
open class InvalidForegroundServiceTypeException: ForegroundServiceTypeException,
  @unchecked Sendable
{
  override open class var javaName: String { "android.app.InvalidForegroundServiceTypeException" }
}

/// Runs a call of the system and converts its error to the class with the same name.
func throwing<Result>(
  _ body: () throws(AndroidException) -> Result
) throws -> Result {
  do { return try body() } catch { throw throwable(error) }
}

private func throwable(_ exception: AndroidException) -> Throwable {
  let message = exception.message
  return switch exception.name {
  case .illegalArgument: IllegalArgumentException(message)
  case .illegalState: IllegalStateException(message)
  case .security: SecurityException(message)
  case .runtime: RuntimeException(message)
  case .backgroundServiceStartNotAllowed: BackgroundServiceStartNotAllowedException(message)
  case .foregroundServiceStartNotAllowed: ForegroundServiceStartNotAllowedException(message)
  case .missingForegroundServiceType: MissingForegroundServiceTypeException(message)
  case .invalidForegroundServiceType: InvalidForegroundServiceTypeException(message)
  }
}
