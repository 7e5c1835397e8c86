import YobanAppleSystem

// The functions of CallKit that older systems do not have.
extension SystemAPI {
  package static let callConfiguration = SystemAPI("CXProviderConfiguration.init()", iOS: 14)
}
