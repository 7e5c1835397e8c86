import CommonCrypto
import CryptoKit
import Security
import Testing
import UIKit
import UniformTypeIdentifiers
import YobanTesting

/// The test vectors are those of RFC 1321, FIPS 180-4 and RFC 4231.
@Suite struct CommonCryptoTests {
  private static func hex(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { String(format: "%02x", $0) }.joined()
  }

  private typealias Digest =
    @Sendable (UnsafeRawPointer?, CC_LONG, UnsafeMutablePointer<UInt8>?)
    -> UnsafeMutablePointer<UInt8>?

  private static let vectors: [(length: Int32, digest: Digest, abc: String)] = [
    (CC_MD5_DIGEST_LENGTH, { CC_MD5($0, $1, $2) }, "900150983cd24fb0d6963f7d28e17f72"),
    (CC_SHA1_DIGEST_LENGTH, { CC_SHA1($0, $1, $2) }, "a9993e364706816aba3e25717850c26c9cd0d89d"),
    (
      CC_SHA256_DIGEST_LENGTH, { CC_SHA256($0, $1, $2) },
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    ),
    (
      CC_SHA384_DIGEST_LENGTH, { CC_SHA384($0, $1, $2) },
      "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7"
    ),
    (
      CC_SHA512_DIGEST_LENGTH, { CC_SHA512($0, $1, $2) },
      "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"
    ),
  ]

  @Test(arguments: vectors.indices) func `digests of abc`(_ index: Int) {
    let (length, digest, expected) = Self.vectors[index]
    var bytes = [UInt8](repeating: 0, count: Int(length))
    _ = digest("abc", 3, &bytes)
    #expect(Self.hex(bytes) == expected)
  }

  @Test func `a digest in parts is that of the whole, and a context can be copied`() {
    var context = CC_SHA256_CTX()
    CC_SHA256_Init(&context)
    CC_SHA256_Update(&context, "a", 1)
    var copy = context
    CC_SHA256_Update(&context, "bc", 2)
    CC_SHA256_Update(&copy, "x", 1)
    var bytes = [UInt8](repeating: 0, count: Int(CC_SHA256_DIGEST_LENGTH))
    CC_SHA256_Final(&bytes, &context)
    #expect(Self.hex(bytes) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    CC_SHA256_Final(&bytes, &copy)
    #expect(bytes == Array(SHA256.hash(data: Data("ax".utf8))))
  }

  @Test func `CCHmac computes the codes of RFC 4231, test case 2`() {
    let data = "what do ya want for nothing?"
    var bytes = [UInt8](repeating: 0, count: Int(CC_SHA256_DIGEST_LENGTH))
    CCHmac(CCHmacAlgorithm(kCCHmacAlgSHA256), "Jefe", 4, data, data.utf8.count, &bytes)
    #expect(Self.hex(bytes) == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
  }

  @Test func `there is no Secure Enclave`() { #expect(!SecureEnclave.isAvailable) }
}

@Suite struct SecRandomTests {
  /// The random numbers that an app draws, one line for each kind.
  private static let draws: [@Sendable () throws -> any Sequence<UInt8>] = [
    {
      var bytes = [UInt8](repeating: 0, count: 16)
      #expect(SecRandomCopyBytes(kSecRandomDefault, bytes.count, &bytes) == errSecSuccess)
      return bytes
    },
    { SymmetricKey(size: .bits128).withUnsafeBytes { Array($0) } },
    { Array(AES.GCM.Nonce()) },
    { try AES.GCM.seal(Data([1]), using: SymmetricKey(data: Data(count: 32))).combined ?? Data() },
    { Curve25519.KeyAgreement.PrivateKey().rawRepresentation },
    { Curve25519.Signing.PrivateKey().rawRepresentation },
    { P256.Signing.PrivateKey().rawRepresentation },
    { P521.KeyAgreement.PrivateKey().rawRepresentation },
    {
      let key = try P384.Signing.PrivateKey(rawRepresentation: [UInt8](repeating: 1, count: 48))
      return try key.signature(for: Data([1])).rawRepresentation
    },
    { UUID().uuidString.utf8 },
  ]

  /// Returns what two apps draw. Each of them first makes memory that it keeps.
  private func draw(with memory: @escaping @Sendable () -> Any = { 0 }) async throws -> [String] {
    try await withWorld(seed: 7) { world in
      var texts: [String] = []
      for name in ["a", "b"] {
        let phone = try world.addPhone(name, iOS: 17)
        let app = try phone.install(
          AppFixture { _ in
            do {
              let kept = memory()
              for round in 0..<5 {
                for draw in Self.draws { print(round, Array(try draw())) }
              }
              withExtendedLifetime(kept) {}
            } catch {
              print("failed: \(error)")
            }
          })
        await phone.open(app)
        texts += app.log.texts
      }
      return texts
    }
  }

  @Test func `the same seed gives the same random bytes`() async throws {
    let first = try await draw()
    #expect(Set(first).count == 2 * 5 * Self.draws.count, "a draw was repeated, or failed")
    _ = P256.Signing.PrivateKey()
    #expect(try await draw() == first)
    let elsewhere = try await Task.detached { try await draw() }.value
    #expect(elsewhere == first)
  }

  @Test func `memory that is free at the time does not change the random bytes`() async throws {
    let first = try await draw()
    let second = try await draw {
      // The allocator has blocks of 80 bytes, and none of the 64 bytes that a key of 128 bits needs.
      func block(_ size: Int) -> ContiguousArray<UInt8> { .init(repeating: 0, count: size - 40) }
      var large = (0..<4000).map { _ in block(80) }
      let small = (0..<4000).map { _ in block(64) }
      for index in stride(from: 0, to: large.count, by: 2) { large[index] = [] }
      _ = block(1_000_000)
      return (large, small)
    }
    #expect(second == first)
  }

  @Test func `a negative count is an error`() {
    var byte: UInt8 = 0
    #expect(SecRandomCopyBytes(nil, -1, &byte) == errSecParam)
  }
}

@Suite struct UTTypeTests {
  @Test func `a type is found by its extension and by its MIME type`() {
    #expect(UTType(filenameExtension: "JPG") == .jpeg)
    #expect(UTType(mimeType: "text/csv") == .commaSeparatedText)
    #expect(UTType(filenameExtension: "mp4", conformingTo: .audio) == .mpeg4Audio)
    #expect(UTType("public.png") == .png && UTType("no.such.type") == nil)
    #expect(UTType.jpeg.preferredFilenameExtension == "jpeg")
    #expect(UTType.json.preferredMIMEType == "application/json")
    #expect(URL(filePath: "/a").appendingPathExtension(for: .zip).lastPathComponent == "a.zip")
  }

  @Test func `conformance includes the supertypes of supertypes`() {
    #expect(UTType.png.supertypes == [.image, .data, .content, .item])
    #expect(UTType.png.conforms(to: .png) && !UTType.png.isSubtype(of: .png))
    #expect(UTType.data.isSupertype(of: .swiftSource) && !UTType.folder.conforms(to: .data))
  }

  @Test func `the names of MobileCoreServices stand for the same types`() {
    #expect(UTType(kUTTypeJPEG as String) == .jpeg && UTType(kUTTypeFolder as String) == .folder)
    #expect(
      UTTypeConformsTo(kUTTypePNG, kUTTypeImage) && !UTTypeConformsTo(kUTTypeImage, kUTTypePNG))
    let name = NSString(string: "csv")
    let type = UTTypeCreatePreferredIdentifierForTag(kUTTagClassFilenameExtension, name, nil)
    #expect(type?.takeRetainedValue() == kUTTypeCommaSeparatedText)
    let tag = UTTypeCopyPreferredTagWithClass(kUTTypePDF, kUTTagClassMIMEType)
    #expect(tag?.takeRetainedValue() as String? == "application/pdf")
  }

  @Test func `each name of MobileCoreServices is the type of the same name`() {
    let types: [(NSString, UTType)] = [
      (kUTTypeItem, .item), (kUTTypeContent, .content), (kUTTypeData, .data),
      (kUTTypeDirectory, .directory), (kUTTypeFolder, .folder), (kUTTypePackage, .package),
      (kUTTypeURL, .url), (kUTTypeFileURL, .fileURL), (kUTTypeText, .text),
      (kUTTypePlainText, .plainText), (kUTTypeUTF8PlainText, .utf8PlainText), (kUTTypeRTF, .rtf),
      (kUTTypeHTML, .html), (kUTTypeXML, .xml), (kUTTypeJSON, .json),
      (kUTTypePropertyList, .propertyList), (kUTTypeSourceCode, .sourceCode), (kUTTypeLog, .log),
      (kUTTypeCommaSeparatedText, .commaSeparatedText),
      (kUTTypeTabSeparatedText, .tabSeparatedText), (kUTTypeVCard, .vCard), (kUTTypePDF, .pdf),
      (kUTTypeArchive, .archive), (kUTTypeZipArchive, .zip), (kUTTypeImage, .image),
      (kUTTypeJPEG, .jpeg), (kUTTypePNG, .png), (kUTTypeGIF, .gif), (kUTTypeTIFF, .tiff),
      (kUTTypeMovie, .movie), (kUTTypeVideo, .video), (kUTTypeQuickTimeMovie, .quickTimeMovie),
      (kUTTypeMPEG4, .mpeg4Movie), (kUTTypeAudio, .audio), (kUTTypeMP3, .mp3),
      (kUTTypeApplication, .application),
    ]
    for (name, type) in types { #expect(UTType(name as String) == type, "\(name)") }
  }

  @Test func `an unknown extension makes a dynamic type`() throws {
    let type = try #require(UTType(filenameExtension: "xyz", conformingTo: .text))
    #expect(type.isDynamic && !type.isDeclared && type.conforms(to: .data))
    #expect(type.preferredFilenameExtension == "xyz")
    #expect(type == UTType(filenameExtension: "XYZ", conformingTo: .text))
  }
}
