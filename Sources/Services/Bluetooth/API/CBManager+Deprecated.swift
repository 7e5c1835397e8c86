@available(*, deprecated, message: "use CBManagerState")
@nonexhaustive public enum CBCentralManagerState: Int, Sendable {
  case unknown = 0
  case resetting
  case unsupported
  case unauthorized
  case poweredOff
  case poweredOn
}

@available(*, deprecated, message: "use CBManagerState")
@nonexhaustive public enum CBPeripheralManagerState: Int, Sendable {
  case unknown = 0
  case resetting
  case unsupported
  case unauthorized
  case poweredOff
  case poweredOn
}

@available(*, deprecated, message: "use CBManagerAuthorization")
@nonexhaustive public enum CBPeripheralManagerAuthorizationStatus: Int, Sendable {
  case notDetermined = 0
  case restricted
  case denied
  case authorized
}
