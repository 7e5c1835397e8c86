import Foundation

/// A bucket of a store that understands Amazon's S3 API, and the beginning of the keys in it.
///
/// As text: `s3://BUCKET/PREFIX?region=eu-central-1&endpoint=https://minio.example.org:9000&encryption=aws:kms`. It has
/// no secret.
public struct S3Location: Hashable, Sendable {
  public var bucket: String
  /// The beginning of all keys, without a slash at its end; may be empty.
  public var prefix: String
  public var region: String
  /// The address of a store that is not Amazon's, such as `http://127.0.0.1:9000`, without a slash at its end.
  public var endpoint: String?
  /// The value of `x-amz-server-side-encryption`, `AES256` or `aws:kms`; nil for what the bucket prescribes.
  public var encryption: String?
  /// The key of `aws:kms`; nil for the bucket's.
  public var encryptionKey: String?

  /// An error in a text, with what to do.
  public struct Invalid: Error, Hashable, CustomStringConvertible {
    public var description: String
  }

  /// - Parameter environment: `AWS_REGION`, `AWS_DEFAULT_REGION` and `AWS_ENDPOINT_URL` are used if the text has no
  ///   region and no endpoint.
  public init(_ text: String, environment: [String: String]) throws(Invalid) {
    guard text.hasPrefix("s3://"), let components = URLComponents(string: text),
      let bucket = components.host, Self.isBucket(bucket), components.user == nil,
      components.port == nil, components.fragment == nil
    else {
      throw Invalid(
        description:
          "\(text.prefix(200)) is no place in an object store. Write s3://BUCKET/PREFIX; a bucket's name has 3 to 63 lower-case letters, digits, hyphens and dots. Credentials do not belong in it."
      )
    }
    self.bucket = bucket
    prefix = components.path.split(separator: "/").joined(separator: "/")
    guard prefix.utf8.count <= 256, prefix.utf8.allSatisfy(S3Text.isUnreservedOrSlash) else {
      throw Invalid(
        description:
          "The prefix \(prefix.prefix(200)) may have at most 256 letters, digits, hyphens, dots, underscores and slashes."
      )
    }
    var options: [String: String] = [:]
    for item in components.queryItems ?? [] {
      guard ["region", "endpoint", "encryption", "encryption-key"].contains(item.name),
        let value = item.value, !value.isEmpty, options.updateValue(value, forKey: item.name) == nil
      else {
        throw Invalid(
          description:
            "\(item.name) is no option of s3://: region, endpoint, encryption and encryption-key are, each with a value and once."
        )
      }
    }
    func variable(_ name: String) -> String? {
      environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }
    endpoint = try (options["endpoint"] ?? variable("AWS_ENDPOINT_URL")).map(Self.endpoint)
    let region =
      options["region"] ?? variable("AWS_REGION") ?? variable("AWS_DEFAULT_REGION")
      ?? (endpoint == nil ? nil : "us-east-1")
    guard let region, region.utf8.count <= 64, region.utf8.allSatisfy(S3Text.isUnreserved) else {
      throw Invalid(
        description:
          "Add the region of the bucket, as in s3://\(bucket)/\(prefix)?region=eu-central-1, or set AWS_REGION."
      )
    }
    self.region = region
    encryption = options["encryption"]
    encryptionKey = options["encryption-key"]
    guard encryption.map({ ["AES256", "aws:kms", "aws:kms:dsse"].contains($0) }) ?? true,
      encryptionKey == nil || encryption?.hasPrefix("aws:kms") == true,
      encryptionKey?.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) ?? true
    else {
      throw Invalid(
        description:
          "encryption is AES256, aws:kms or aws:kms:dsse, and encryption-key belongs to aws:kms only."
      )
    }
  }

  /// The location as text, from which `init` makes it again.
  public var text: String {
    var components = URLComponents()
    components.scheme = "s3"
    components.host = bucket
    components.path = prefix.isEmpty ? "" : "/" + prefix
    let options = [
      ("region", region), ("endpoint", endpoint), ("encryption", encryption),
      ("encryption-key", encryptionKey),
    ]
    components.queryItems = options.compactMap { name, value in
      value.map { URLQueryItem(name: name, value: $0) }
    }
    return components.string ?? name
  }

  /// Only the bucket and the prefix.
  public var name: String { "s3://\(bucket)" + (prefix.isEmpty ? "" : "/" + prefix) }

  private static func isBucket(_ name: String) -> Bool {
    (3...63).contains(name.utf8.count)
      && name.utf8.allSatisfy {
        (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D || $0 == 0x2E
      }
  }

  private static func endpoint(_ text: String) throws(Invalid) -> String {
    guard let components = URLComponents(string: text),
      let scheme = components.scheme?.lowercased(), ["http", "https"].contains(scheme),
      let host = components.percentEncodedHost, !host.isEmpty, components.query == nil,
      ["", "/"].contains(components.path), components.user == nil
    else {
      throw Invalid(
        description:
          "\(text.prefix(200)) is no address of a store. Write one such as https://minio.example.org:9000, without a path."
      )
    }
    return "\(scheme)://\(host)" + (components.port.map { ":\($0)" } ?? "")
  }
}

extension S3Location {
  /// The scheme and host of a request, and the path of an object, encoded as S3 wants it.
  ///
  /// - Parameter key: relative to the prefix; nil for the bucket itself.
  func address(of key: String?) -> (origin: String, host: String, path: String) {
    let object = key.map { prefix.isEmpty ? $0 : "\(prefix)/\($0)" }
    let path = S3Text.encoded(object ?? "", isPath: true)
    // A name with a dot does not match the certificate of Amazon's host for all buckets.
    if endpoint == nil, !bucket.contains(".") {
      let host = "\(bucket).s3.\(region).\(Self.domain(of: region))"
      return ("https://\(host)", host, "/" + path)
    }
    let origin = endpoint ?? "https://s3.\(region).\(Self.domain(of: region))"
    let host = String(origin.drop { $0 != ":" }.dropFirst(3))
    return (origin, host, object == nil ? "/\(bucket)" : "/\(bucket)/\(path)")
  }

  private static func domain(of region: String) -> String {
    region.hasPrefix("cn-") ? "amazonaws.com.cn" : "amazonaws.com"
  }
}

/// The percent-encoding of S3: all bytes but letters, digits and `-._~`.
enum S3Text {
  static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: true
    default: false
    }
  }

  static func isUnreservedOrSlash(_ byte: UInt8) -> Bool { byte == 0x2F || isUnreserved(byte) }

  /// - Parameter isPath: whether slashes stay as they are.
  static func encoded(_ text: String, isPath: Bool = false) -> String {
    var result: [UInt8] = []
    let digits = Array("0123456789ABCDEF".utf8)
    for byte in text.utf8 {
      if isUnreserved(byte) || (isPath && byte == 0x2F) {
        result.append(byte)
      } else {
        result += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 0xF)]]
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
