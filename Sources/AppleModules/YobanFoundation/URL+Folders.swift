import Foundation

/// The folders of an app's container. Foundation declares them on Apple's systems; on Linux it has
/// only `homeDirectory` and `temporaryDirectory`.
extension URL {
  public static var documentsDirectory: URL { folder(.documentDirectory) }
  public static var libraryDirectory: URL { folder(.libraryDirectory) }
  /// The system may delete its contents while the app does not run.
  public static var cachesDirectory: URL { folder(.cachesDirectory) }
  /// Does not exist on a new device. Create it before you write to it.
  public static var applicationSupportDirectory: URL { folder(.applicationSupportDirectory) }
  public static var downloadsDirectory: URL { folder(.downloadsDirectory) }
  public static var desktopDirectory: URL { folder(.desktopDirectory) }
  public static var moviesDirectory: URL { folder(.moviesDirectory) }
  public static var musicDirectory: URL { folder(.musicDirectory) }
  public static var picturesDirectory: URL { folder(.picturesDirectory) }

  private static func folder(_ directory: FileManager.SearchPathDirectory) -> URL {
    FileManager.default.urls(for: directory, in: .userDomainMask)[0]
  }
}
