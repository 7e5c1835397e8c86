/// The type of a push. Those for VoIP and for complications are simulated.
public struct PKPushType: Hashable, RawRepresentable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

extension PKPushType {
  /// A push for an incoming call (CK1 to CK4).
  public static let voIP = PKPushType(rawValue: "PKPushTypeVoIP")
  /// A push for the complication of a watch app (WC9).
  @available(
    iOS, introduced: 9.0, deprecated: 13.0,
    message:
      "Complication pushes are supported directly on watchOS now, so this should no longer be used on iOS."
  )
  public static let complication = PKPushType(rawValue: "PKPushTypeComplication")
  public static let fileProvider = PKPushType(rawValue: "PKPushTypeFileProvider")
}
