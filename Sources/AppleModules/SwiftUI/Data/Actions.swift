/// The phase of a scene.
///
/// As every enumeration that Apple's library may extend in a later version, it is not exhaustive for code
/// of other packages: a switch needs `@unknown default`, as in Xcode.
@nonexhaustive public enum ScenePhase: Comparable, Hashable, Sendable {
  case background
  case inactive
  case active
}

/// Dismisses a presentation.
@MainActor @preconcurrency public struct DismissAction {
  // Sendable: called on the main actor only.
  nonisolated(unsafe) private let action: (() -> Void)?

  nonisolated init(_ action: (() -> Void)? = nil) { self.action = action }

  public func callAsFunction() { action?() }
}

/// Whether a view is presented.
public struct PresentationMode {
  public private(set) var isPresented: Bool
  private let action: DismissAction

  init(isPresented: Bool, action: DismissAction) {
    self.isPresented = isPresented
    self.action = action
  }

  /// Dismisses the view, if it is presented.
  @MainActor @preconcurrency public mutating func dismiss() { action() }
}

/// Opens a URL.
@MainActor @preconcurrency public struct OpenURLAction {
  /// The decision of a handler.
  public struct Result: Sendable {
    enum Kind: Equatable { case handled, discarded, system(URL?) }
    let kind: Kind

    public static let handled = Result(kind: .handled)
    public static let discarded = Result(kind: .discarded)
    public static let systemAction = Result(kind: .system(nil))
    public static func systemAction(_ url: URL) -> Result { Result(kind: .system(url)) }
  }

  // Sendable: called on the main actor only.
  nonisolated(unsafe) private let handler: ((URL) -> Result)?

  nonisolated init() { handler = nil }
  public init(handler: @escaping (URL) -> Result) { self.handler = handler }

  public func callAsFunction(_ url: URL) { callAsFunction(url) { _ in } }

  public func callAsFunction(_ url: URL, completion: @escaping (_ accepted: Bool) -> Void) {
    switch (handler?(url) ?? .systemAction).kind {
    case .handled: completion(true)
    case .discarded: completion(false)
    case .system(let other):
      UIApplication.shared.open(other ?? url, options: [:]) { completion($0) }
    }
  }
}

/// Runs the action of `refreshable`.
public struct RefreshAction: Sendable {
  let action: @Sendable () async -> Void

  public func callAsFunction() async { await action() }
}

/// Whether a user interface is light or dark.
@nonexhaustive public enum ColorScheme: CaseIterable, Hashable, Sendable {
  case light, dark
}
