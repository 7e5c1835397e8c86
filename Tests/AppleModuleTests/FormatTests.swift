import Foundation
import Testing
import UIKit

/// Texts that apps print, and images that they read.
@Suite struct FormatTests {
  private final class Strap: NSObject {
    override var description: String { "a strap" }
  }

  @Test func `an object is an argument of a format, as its description`() {
    #expect(String(format: "%@ %d %@", Strap(), 3, "text") == "a strap 3 text")
    let text: NSObject = NSString(string: "dynamic")
    #expect(String(format: "%@ %@", text, NSNumber(value: 2)) == "dynamic 2")
  }

  @Test(.world()) func `NSLog prints objects`() async throws {
    let fixture = try await startApp(AppFixture())
    await fixture.touch { for _ in 0..<3 { NSLog("found %@ and %@", Strap(), "more") } }
    #expect(fixture.app.log.texts.filter { $0.hasSuffix("found a strap and more") }.count == 3)
  }

  static let images: [(bytes: [UInt8], isImage: Bool)] = [
    ([0x89] + Array("PNG\r\n\u{1A}\n".utf8), true), ([0xFF, 0xD8, 0xFF, 0xE0], true),
    (Array("GIF89a".utf8), true), (Array("RIFF\u{1}\u{2}\u{3}\u{4}WEBP".utf8), true),
    (Array("RIFF\u{1}\u{2}\u{3}\u{4}WAVE".utf8), false), (Array("\0\0\0\u{18}ftypheic".utf8), true),
    (Array("<html>".utf8), false), ([], false), ([0x89, 0x50], false),
  ]

  @Test(arguments: images)
  func `an image is made of the bytes of an image only`(_ bytes: [UInt8], _ isImage: Bool) throws {
    #expect((UIImage(data: Data(bytes)) != nil) == isImage)
    let file = FileManager.default.temporaryDirectory.appending(path: "image-\(UUID())")
    try Data(bytes).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    #expect((UIImage(contentsOfFile: file.path) != nil) == isImage)
    #expect(UIImage(contentsOfFile: "\(file.path).missing") == nil)
  }
}
