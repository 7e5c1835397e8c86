import Foundation
internal import YobanSimulatedDevices

// The calls that YobanPort writes in the place of code that does not compile on Linux. `place` is the place in
// the app's sources,
// such as `Model.swift:12`, and `reason` the message of the compiler.

/// Ends the calling app, as a crash does: the code that stood here computed or did something that the app needs. If
/// `leftOut` in port.json says `skip` for the place, gives an empty value instead.
public func yobanLeftOut<T>(_ place: String, _ reason: String, _ file: String = #fileID) -> T {
  guard LeftOutPlaces.isSkipped(place, file) else { yobanLeftOutNever(place, reason) }
  guard let value = emptyValue(of: T.self) as? T else {
    yobanLeftOutNever(
      place, "\(reason). It cannot be skipped, because there is no empty value of \(T.self)")
  }
  AppProcess.current?.reportOnce(
    .skipped(place, reason, remedy: "port.json says so."), for: "skipped \(place)")
  return value
}

/// Does the same as `yobanLeftOut` in a function that can throw. If the place is skipped and its type has no empty
/// value, throws a `YobanLeftOutError`.
public func yobanLeftOutOrThrow<T>(_ place: String, _ reason: String, _ file: String = #fileID)
  throws -> T
{
  if LeftOutPlaces.isSkipped(place, file), emptyValue(of: T.self) == nil {
    yobanSkip(place, reason)
    throw YobanLeftOutError(place)
  }
  return yobanLeftOut(place, reason, file)
}

/// Ends the calling app; see `yobanLeftOut`. Nothing after it runs.
public func yobanLeftOutNever(_ place: String, _ reason: String) -> Never {
  AppProcess.current?.report(.leftOut(place, reason))
  AppProcess.raise("left out on Linux: \(place): \(reason)")
}

/// Goes on without the code that stood here, which only drew. The trace says it once in each launch.
public func yobanSkip(_ place: String, _ reason: String, remedy: String = "It only draws.") {
  AppProcess.current?.reportOnce(.skipped(place, reason, remedy: remedy), for: "skipped \(place)")
}

/// Gives false in the place of a condition that only decided what is drawn.
public func yobanFalse(_ place: String, _ reason: String) -> Bool {
  yobanSkip(place, reason)
  return false
}

/// Gives an empty value in the place of code that only drew, such as an image. A value with which the app can compute,
/// such as data or a number, is no drawing: then it does the same as `yobanLeftOut`. Ends the calling app if the type
/// has no empty value.
public func yobanEmpty<T>(_ place: String, _ reason: String, _ file: String = #fileID) -> T {
  if isComputedWith(T.self) { return yobanLeftOut(place, reason, file) }
  guard let value = emptyValue(of: T.self) as? T else { yobanLeftOutNever(place, reason) }
  yobanSkip(place, reason)
  return value
}

/// Whether values of a type are data of the app, and not something to draw.
private func isComputedWith(_ type: Any.Type) -> Bool {
  switch type {
  case is Bool.Type, is String.Type, is Data.Type, is Date.Type, is URL.Type, is UUID.Type,
    is Double.Type, is Float.Type, is any FixedWidthInteger.Type:
    return true
  case let optional as any OptionalType.Type: return isComputedWith(optional.wrapped)
  case let list as any ListType.Type: return isComputedWith(list.element)
  default: return false
  }
}

private protocol OptionalType { static var wrapped: Any.Type { get } }
extension Optional: OptionalType { static var wrapped: Any.Type { Wrapped.self } }
private protocol ListType { static var element: Any.Type { get } }
extension Array: ListType { static var element: Any.Type { Element.self } }

/// Called by each object that is made of a type that does not exist on Linux. The object does nothing: what the app
/// would do with it is left out.
///
/// - Parameter draws: whether the type only draws.
public func yobanPlaceholder(_ type: String, draws: Bool) {
  let reason = "\(type) does not exist on Linux, and an object of it was made"
  AppProcess.current?.reportOnce(
    draws ? .skipped(type, reason, remedy: "It only draws.") : .leftOut(type, reason),
    for: "placeholder \(type)")
}

/// The places that are skipped, although the app needs what they do.
enum LeftOutPlaces {
  /// Those of `YOBAN_PORT_SKIP`, with a comma between them, for `scripts/try-app`.
  private static let ofEnvironment = Set(
    (ProcessInfo.processInfo.environment["YOBAN_PORT_SKIP"] ?? "").split(separator: ",").map(
      String.init))

  /// - Parameter file: the module and the name of the file, as `#fileID` gives them.
  static func isSkipped(_ place: String, _ file: String) -> Bool {
    if ofEnvironment.contains(place) { return true }
    let module = file.prefix { $0 != "/" }
    let ported = _typeByName("\(module).YobanPortedModule") as? any PortedModule.Type
    return ported?.skippedPlaces.contains(place) == true
  }
}

/// An error in the place of a value whose type does not exist on Linux.
public struct YobanLeftOutError: Error, CustomStringConvertible {
  public let place: String
  public init(_ place: String) { self.place = place }
  public var description: String { "left out on Linux: \(place)" }
}

/// A stored property whose first value is left out. It can be set; reading it before ends the calling app.
@propertyWrapper public struct YobanLateValue<Value> {
  private let place: String
  private let reason: String
  private let file: String
  private var value: Value?

  public init(_ place: String, _ reason: String, _ file: String = #fileID) {
    self.place = place
    self.reason = reason
    self.file = file
  }

  public var wrappedValue: Value {
    get { value ?? yobanLeftOut(place, reason, file) }
    set { value = newValue }
  }
}

extension YobanLateValue: Sendable where Value: Sendable {}

// A type whose properties are late keeps the conformances that the compiler writes for it.

extension YobanLateValue: Equatable where Value: Equatable {
  public static func == (a: Self, b: Self) -> Bool { a.value == b.value }
}

extension YobanLateValue: Hashable where Value: Hashable {
  public func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

extension YobanLateValue: Encodable where Value: Encodable {
  public func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}

extension YobanLateValue: Decodable where Value: Decodable {
  public init(from decoder: any Decoder) throws {
    self.init("\(Value.self)", "it was decoded")
    value = try Value(from: decoder)
  }
}

extension Finding {
  fileprivate static func leftOut(_ place: String, _ reason: String) -> Finding {
    Finding(
      .portLeftOut, rule: nil,
      what: "The app reached code that is left out on Linux: \(place): \(reason).",
      remedy:
        "Declare what is missing in a file of the test package's target, or give the place a value, or skip it, with leftOut in port.json."
    )
  }

  fileprivate static func skipped(_ place: String, _ reason: String, remedy: String) -> Finding {
    Finding(
      .portSkipped, rule: nil,
      what: "Code that is left out on Linux was skipped: \(place): \(reason).", remedy: remedy,
      isAdvice: true)
  }
}
