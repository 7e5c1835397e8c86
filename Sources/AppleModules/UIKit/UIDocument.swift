import Foundation
internal import YobanSimulatedApple

/// A document of the app in one file, which saves its changes by itself (DK9).
///
/// Override `contents(forType:)` and `load(fromContents:ofType:)`, which are called on the main queue, and call
/// `updateChangeCount(.done)` after each change. Use a document on the main queue.
///
/// Sendable: only the main queue uses its state.
open class UIDocument: NSObject, @unchecked Sendable {
  public struct State: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let normal: State = []
    public static let closed = State(rawValue: 1 << 0)
    /// Never set here.
    public static let inConflict = State(rawValue: 1 << 1)
    /// The last save has failed. The changes are still unsaved.
    public static let savingError = State(rawValue: 1 << 2)
    /// Never set here.
    public static let editingDisabled = State(rawValue: 1 << 3)
    /// Never set here.
    public static let progressAvailable = State(rawValue: 1 << 4)
  }

  @nonexhaustive public enum ChangeKind: Int, Sendable {
    case done = 0
    case undone
    case redone
    case cleared
  }

  @nonexhaustive public enum SaveOperation: Int, Sendable {
    case forCreating = 0
    case forOverwriting
  }

  /// Posted on the main queue.
  public static let stateChangedNotification = NSNotification.Name(
    "UIDocumentStateChangedNotification")

  open private(set) var fileURL: URL
  open var localizedName: String { fileURL.deletingPathExtension().lastPathComponent }
  /// The extension of the file's name. A device has the uniform type identifier.
  open var fileType: String? { fileURL.pathExtension }
  open var savingFileType: String? { fileType }
  open var fileModificationDate: Date?
  open private(set) var documentState: State = .closed {
    didSet {
      guard documentState != oldValue else { return }
      NotificationCenter.default.post(name: Self.stateChangedNotification, object: self)
    }
  }

  /// The number of changes so far, and the number of those that are saved.
  private var changes = 0
  private var saved = 0
  private var savesSoon = false
  private var entersBackground: (any NSObjectProtocol)?

  public init(fileURL url: URL) {
    fileURL = url
    super.init()
  }

  deinit { if let entersBackground { NotificationCenter.default.removeObserver(entersBackground) } }

  // MARK: For subclasses

  /// Returns what is written, as `Data`.
  open func contents(forType typeName: String) throws -> Any {
    AppProcess.raiseInconsistency("override contents(forType:) of \(type(of: self)).")
  }

  /// Takes what was read, as `Data`.
  open func load(fromContents contents: Any, ofType typeName: String?) throws {
    AppProcess.raiseInconsistency("override load(fromContents:ofType:) of \(type(of: self)).")
  }

  /// Called on the main queue when the document cannot be read or written.
  open func handleError(_ error: any Error, userInteractionPermitted: Bool) {
    finishedHandlingError(error, recovered: false)
  }
  open func finishedHandlingError(_ error: any Error, recovered: Bool) {}
  open func disableEditing() {}
  open func enableEditing() {}

  private let fileQueue = DispatchQueue(label: "UIDocument")

  /// Performs a block on the background queue of the document, after those before it.
  open func performAsynchronousFileAccess(_ block: @escaping () -> Void) {
    nonisolated(unsafe) let block = block  // from here on used by the queue only
    fileQueue.async { block() }
  }

  /// Reads the file and calls `load(fromContents:ofType:)`. Called on a background queue.
  open func read(from url: URL) throws {
    let contents = try Data(contentsOf: url)
    try DispatchQueue.main.sync { try load(fromContents: contents, ofType: fileType) }
  }

  /// Writes a file as a whole, or not at all. Called on a background queue.
  open func writeContents(
    _ contents: Any, andAttributes additionalFileAttributes: [AnyHashable: Any]? = nil,
    safelyTo url: URL, for saveOperation: UIDocument.SaveOperation
  ) throws {
    guard let data = contents as? Data else { throw CocoaError(.fileWriteUnknown) }
    try data.write(to: url, options: .atomic)
  }

  // MARK: Opening, saving, closing

  /// Reads the file.
  ///
  /// - Parameter completionHandler: Called on the main queue with whether the document is open.
  open func open(completionHandler: (@Sendable (Bool) -> Void)? = nil) {
    performAsynchronousFileAccess { [self] in
      let result = Result { try read(from: fileURL) }
      DispatchQueue.main.async { [self] in
        if case .failure(let error) = result {
          handleError(error, userInteractionPermitted: true)
          completionHandler?(false)
          return
        }
        isNowOpen()
        completionHandler?(true)
      }
    }
  }

  open func open() async -> Bool {
    await withCheckedContinuation { next in open { next.resume(returning: $0) } }
  }

  private func isNowOpen() {
    documentState.remove(.closed)
    fileModificationDate = modificationDate
    guard entersBackground == nil else { return }
    entersBackground = NotificationCenter.default.addObserver(
      forName: UIApplication.didEnterBackgroundNotification, object: nil, queue: nil
    ) { [weak self] _ in self?.saveInBackground() }
  }

  private var modificationDate: Date? {
    try? FileManager.default.attributesOfItem(atPath: fileURL.path)[.modificationDate] as? Date
  }

  private func saveInBackground() {
    guard hasUnsavedChanges, !documentState.contains(.closed) else { return }
    MainActor.assumeIsolated {
      let application = UIApplication.shared
      let task = application.beginBackgroundTask(withName: "UIDocument")
      autosave { _ in application.endBackgroundTask(task) }
    }
  }

  /// Writes the file. The contents are asked for before the call returns.
  ///
  /// - Parameter completionHandler: Called on the main queue with whether the document is saved.
  open func save(
    to url: URL, for saveOperation: UIDocument.SaveOperation,
    completionHandler: (@Sendable (Bool) -> Void)? = nil
  ) {
    let change = changes
    let contents = Result { try self.contents(forType: savingFileType ?? "") }
    performAsynchronousFileAccess { [self] in
      let result = Result { try writeContents(contents.get(), safelyTo: url, for: saveOperation) }
      DispatchQueue.main.async { [self] in
        ended(change, url, saveOperation, result, completionHandler)
      }
    }
  }

  open func save(to url: URL, for saveOperation: UIDocument.SaveOperation) async -> Bool {
    await withCheckedContinuation { next in
      save(to: url, for: saveOperation) { next.resume(returning: $0) }
    }
  }

  private func ended(
    _ change: Int, _ url: URL, _ saveOperation: SaveOperation, _ result: Result<Void, any Error>,
    _ completionHandler: (@Sendable (Bool) -> Void)?
  ) {
    if case .failure(let error) = result {
      documentState.insert(.savingError)
      handleError(error, userInteractionPermitted: true)
      saveSoon()
      completionHandler?(false)
      return
    }
    saved = change
    fileURL = url
    documentState.remove(.savingError)
    if saveOperation == .forCreating { isNowOpen() }
    fileModificationDate = modificationDate
    if hasUnsavedChanges { saveSoon() }
    completionHandler?(true)
  }

  /// Saves the document if it has unsaved changes.
  open func autosave(completionHandler: (@Sendable (Bool) -> Void)? = nil) {
    guard hasUnsavedChanges else {
      completionHandler?(true)
      return
    }
    save(to: fileURL, for: .forOverwriting, completionHandler: completionHandler)
  }

  open func autosave() async -> Bool {
    await withCheckedContinuation { next in autosave { next.resume(returning: $0) } }
  }

  /// Saves unsaved changes and closes the document.
  open func close(completionHandler: (@Sendable (Bool) -> Void)? = nil) {
    autosave { success in
      DispatchQueue.main.async { [self] in
        documentState.insert(.closed)
        if let entersBackground { NotificationCenter.default.removeObserver(entersBackground) }
        entersBackground = nil
        completionHandler?(success)
      }
    }
  }

  open func close() async -> Bool {
    await withCheckedContinuation { next in close { next.resume(returning: $0) } }
  }

  /// Reads the document again from a file, which drops unsaved changes.
  open func revert(
    toContentsOf url: URL, completionHandler: (@Sendable (Bool) -> Void)? = nil
  ) {
    disableEditing()
    performAsynchronousFileAccess { [self] in
      let result = Result { try read(from: url) }
      DispatchQueue.main.async { [self] in
        enableEditing()
        switch result {
        case .success:
          saved = changes
          completionHandler?(true)
        case .failure(let error):
          documentState.insert(.savingError)
          handleError(error, userInteractionPermitted: true)
          completionHandler?(false)
        }
      }
    }
  }

  // MARK: Changes

  open var hasUnsavedChanges: Bool { changes != saved }

  /// Call after each change of the document.
  open func updateChangeCount(_ change: UIDocument.ChangeKind) {
    guard change != .cleared else {
      saved = changes
      return
    }
    changes += change == .undone ? -1 : 1
    if hasUnsavedChanges { saveSoon() }
  }

  open func changeCountToken(for saveOperation: UIDocument.SaveOperation) -> Any { changes }

  open func updateChangeCount(
    withToken changeCountToken: Any, for saveOperation: UIDocument.SaveOperation
  ) {
    if let change = changeCountToken as? Int { saved = change }
  }

  private func saveSoon() {
    guard !savesSoon,
      let delay = AppProcess.current?.app.device.policy(DiskPolicy.self).documentAutosaveDelay
    else { return }
    savesSoon = true
    DispatchQueue.main.asyncAfter(deadline: .now() + delay.seconds) { [weak self] in
      guard let self else { return }
      savesSoon = false
      if !documentState.contains(.closed) { autosave() }
    }
  }
}
