public import UniformTypeIdentifiers

/// The camera or the photos. It is presented, and offers nothing: no user takes or selects a picture.
@preconcurrency @MainActor open class UIImagePickerController: UINavigationController {
  @nonexhaustive public enum SourceType: Int, Sendable {
    case photoLibrary = 0
    case camera, savedPhotosAlbum
  }
  @nonexhaustive public enum CameraDevice: Int, Sendable {
    case rear = 0
    case front
  }
  public struct InfoKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let mediaType = InfoKey(rawValue: "UIImagePickerControllerMediaType")
    public static let originalImage = InfoKey(rawValue: "UIImagePickerControllerOriginalImage")
    public static let editedImage = InfoKey(rawValue: "UIImagePickerControllerEditedImage")
    public static let mediaURL = InfoKey(rawValue: "UIImagePickerControllerMediaURL")
    public static let imageURL = InfoKey(rawValue: "UIImagePickerControllerImageURL")
  }

  private weak var pickerDelegate: AnyObject?
  open var sourceType = SourceType.photoLibrary
  open var mediaTypes = ["public.image"]
  open var allowsEditing = false
  open var cameraDevice = CameraDevice.rear

  public init() { super.init(nibName: nil, bundle: nil) }
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// False for the camera, which a simulated device does not have.
  open class func isSourceTypeAvailable(_ sourceType: SourceType) -> Bool { sourceType != .camera }
  open class func isCameraDeviceAvailable(_ cameraDevice: CameraDevice) -> Bool { false }
}

/// At Apple, all methods are optional. They are not called.
@preconcurrency @MainActor public protocol UIImagePickerControllerDelegate: NSObjectProtocol {
  func imagePickerController(
    _ picker: UIImagePickerController,
    didFinishPickingMediaWithInfo info: [UIImagePickerController.InfoKey: Any])
  func imagePickerControllerDidCancel(_ picker: UIImagePickerController)
}

extension UIImagePickerControllerDelegate {
  public func imagePickerController(
    _ picker: UIImagePickerController,
    didFinishPickingMediaWithInfo info: [UIImagePickerController.InfoKey: Any]
  ) {}
  public func imagePickerControllerDidCancel(_ picker: UIImagePickerController) {}
}

/// The user's files. It is presented, and offers nothing.
@preconcurrency @MainActor open class UIDocumentPickerViewController: UIViewController {
  open weak var delegate: (any UIDocumentPickerDelegate)?
  open var allowsMultipleSelection = false
  open var shouldShowFileExtensions = false
  open var directoryURL: URL?

  public init(forExporting urls: [URL], asCopy: Bool = false) {
    super.init(nibName: nil, bundle: nil)
  }
  /// A picker for types of files, by their identifiers.
  public init(forOpeningContentTypes contentTypes: [UTType], asCopy: Bool = false) {
    super.init(nibName: nil, bundle: nil)
  }
  public init(documentTypes allowedUTIs: [String], in mode: UIDocumentPickerMode) {
    super.init(nibName: nil, bundle: nil)
  }
  public init(url: URL, in mode: UIDocumentPickerMode) { super.init(nibName: nil, bundle: nil) }
  init() { super.init(nibName: nil, bundle: nil) }
  public required init?(coder: NSCoder) { super.init(coder: coder) }
}

@nonexhaustive public enum UIDocumentPickerMode: UInt, Sendable {
  case `import` = 0
  case open, exportToService, moveToService
}

/// At Apple, all methods are optional. They are not called.
@preconcurrency @MainActor public protocol UIDocumentPickerDelegate: NSObjectProtocol {
  func documentPicker(
    _ controller: UIDocumentPickerViewController, didPickDocumentsAt urls: [URL])
  func documentPickerWasCancelled(_ controller: UIDocumentPickerViewController)
}

extension UIDocumentPickerDelegate {
  public func documentPicker(
    _ controller: UIDocumentPickerViewController, didPickDocumentsAt urls: [URL]
  ) {}
  public func documentPickerWasCancelled(_ controller: UIDocumentPickerViewController) {}
}

/// A preview of a file, and the apps that open it. Nothing is shown.
@preconcurrency @MainActor open class UIDocumentInteractionController: NSObject {
  open var url: URL?
  open var uti: String?
  open var name: String?
  open weak var delegate: (any UIDocumentInteractionControllerDelegate)?
  public override init() { super.init() }
  public convenience init(url: URL) {
    self.init()
    self.url = url
  }
  /// False: no app opens the file.
  @discardableResult open func presentPreview(animated: Bool) -> Bool { false }
  @discardableResult open func presentOptionsMenu(
    from rect: CGRect, in view: UIView, animated: Bool
  ) -> Bool { false }
  @discardableResult open func presentOpenInMenu(
    from rect: CGRect, in view: UIView, animated: Bool
  ) -> Bool { false }
}

@preconcurrency @MainActor
public protocol UIDocumentInteractionControllerDelegate: NSObjectProtocol {}

/// An effect of drawing.
@preconcurrency @MainActor open class UIVisualEffect: NSObject {}

@preconcurrency @MainActor open class UIBlurEffect: UIVisualEffect {
  @nonexhaustive public enum Style: Int, Sendable {
    case extraLight = 0
    case light, dark
    case regular = 4
    case prominent
    case systemUltraThinMaterial, systemThinMaterial, systemMaterial, systemThickMaterial
    case systemChromeMaterial
  }
  public override init() { super.init() }
  public init(style: Style) {}
}

@preconcurrency @MainActor open class UIVibrancyEffect: UIVisualEffect {
  public init(blurEffect: UIBlurEffect) {}
}

/// A view with an effect behind its content.
@preconcurrency @MainActor open class UIVisualEffectView: UIView {
  open private(set) var contentView = UIView()
  open var effect: UIVisualEffect?

  public convenience init() { self.init(effect: nil) }

  public init(effect: UIVisualEffect?) {
    self.effect = effect
    super.init(frame: .zero)
    addSubview(contentView)
  }
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    addSubview(contentView)
  }
}
