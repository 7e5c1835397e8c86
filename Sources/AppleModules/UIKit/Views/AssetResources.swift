/// A color of an asset catalog. Xcode and YobanPort generate the names. Apple declares it in DeveloperToolsSupport.
public struct ColorResource: Hashable, Sendable {
  package let name: String

  public init(name: String, bundle: Bundle) { self.name = name }
}

/// An image of an asset catalog, as `ColorResource`.
public struct ImageResource: Hashable, Sendable {
  package let name: String

  public init(name: String, bundle: Bundle) { self.name = name }
}

extension UIColor {
  /// Black for every name, as `init(named:)`.
  public convenience init(resource: ColorResource) { self.init(white: 0, alpha: 1) }
}

extension UIImage {
  public convenience init(resource: ImageResource) { self.init(named: resource.name)! }
}
