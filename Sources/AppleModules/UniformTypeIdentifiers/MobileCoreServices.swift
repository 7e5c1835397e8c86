import Foundation

// The names of MobileCoreServices, which apps used before iOS 14. YobanPort imports this module for it.
// Sendable: the texts do not change.

nonisolated(unsafe) public let kUTTypeItem: NSString = "public.item"
nonisolated(unsafe) public let kUTTypeContent: NSString = "public.content"
nonisolated(unsafe) public let kUTTypeData: NSString = "public.data"
nonisolated(unsafe) public let kUTTypeDirectory: NSString = "public.directory"
nonisolated(unsafe) public let kUTTypeFolder: NSString = "public.folder"
nonisolated(unsafe) public let kUTTypePackage: NSString = "com.apple.package"
nonisolated(unsafe) public let kUTTypeURL: NSString = "public.url"
nonisolated(unsafe) public let kUTTypeFileURL: NSString = "public.file-url"
nonisolated(unsafe) public let kUTTypeText: NSString = "public.text"
nonisolated(unsafe) public let kUTTypePlainText: NSString = "public.plain-text"
nonisolated(unsafe) public let kUTTypeUTF8PlainText: NSString = "public.utf8-plain-text"
nonisolated(unsafe) public let kUTTypeRTF: NSString = "public.rtf"
nonisolated(unsafe) public let kUTTypeHTML: NSString = "public.html"
nonisolated(unsafe) public let kUTTypeXML: NSString = "public.xml"
nonisolated(unsafe) public let kUTTypeJSON: NSString = "public.json"
nonisolated(unsafe) public let kUTTypePropertyList: NSString = "com.apple.property-list"
nonisolated(unsafe) public let kUTTypeSourceCode: NSString = "public.source-code"
nonisolated(unsafe) public let kUTTypeLog: NSString = "public.log"
nonisolated(unsafe) public let kUTTypeCommaSeparatedText: NSString =
  "public.comma-separated-values-text"
nonisolated(unsafe) public let kUTTypeTabSeparatedText: NSString =
  "public.tab-separated-values-text"
nonisolated(unsafe) public let kUTTypeVCard: NSString = "public.vcard"
nonisolated(unsafe) public let kUTTypePDF: NSString = "com.adobe.pdf"
nonisolated(unsafe) public let kUTTypeArchive: NSString = "public.archive"
nonisolated(unsafe) public let kUTTypeZipArchive: NSString = "public.zip-archive"
nonisolated(unsafe) public let kUTTypeImage: NSString = "public.image"
nonisolated(unsafe) public let kUTTypeJPEG: NSString = "public.jpeg"
nonisolated(unsafe) public let kUTTypePNG: NSString = "public.png"
nonisolated(unsafe) public let kUTTypeGIF: NSString = "com.compuserve.gif"
nonisolated(unsafe) public let kUTTypeTIFF: NSString = "public.tiff"
nonisolated(unsafe) public let kUTTypeMovie: NSString = "public.movie"
nonisolated(unsafe) public let kUTTypeVideo: NSString = "public.video"
nonisolated(unsafe) public let kUTTypeQuickTimeMovie: NSString = "com.apple.quicktime-movie"
nonisolated(unsafe) public let kUTTypeMPEG4: NSString = "public.mpeg-4"
nonisolated(unsafe) public let kUTTypeAudio: NSString = "public.audio"
nonisolated(unsafe) public let kUTTypeMP3: NSString = "public.mp3"
nonisolated(unsafe) public let kUTTypeApplication: NSString = "com.apple.application"

nonisolated(unsafe) public let kUTTagClassFilenameExtension: NSString = "public.filename-extension"
nonisolated(unsafe) public let kUTTagClassMIMEType: NSString = "public.mime-type"

/// Whether a type is another one, or conforms to it.
public func UTTypeConformsTo(_ inUTI: NSString, _ inConformsToUTI: NSString) -> Bool {
  guard let type = UTType("\(inUTI)"), let other = UTType("\(inConformsToUTI)") else {
    return inUTI == inConformsToUTI
  }
  return type.conforms(to: other)
}

/// Returns the identifier of the type with an extension or a MIME type. The caller owns the result.
public func UTTypeCreatePreferredIdentifierForTag(
  _ inTagClass: NSString, _ inTag: NSString, _ inConformingToUTI: NSString?
) -> Unmanaged<NSString>? {
  let conforming = inConformingToUTI.flatMap { UTType("\($0)") }
  let type = UTType(
    tag: "\(inTag)", tagClass: UTTagClass(rawValue: "\(inTagClass)"), conformingTo: conforming)
  return type.map { .passRetained(NSString(string: $0.identifier)) }
}

/// Returns the extension or the MIME type of a type. The caller owns the result.
public func UTTypeCopyPreferredTagWithClass(
  _ inUTI: NSString, _ inTagClass: NSString
) -> Unmanaged<NSString>? {
  let tags = UTType("\(inUTI)")?.tags[UTTagClass(rawValue: "\(inTagClass)")]
  return tags?.first.map { .passRetained(NSString(string: $0)) }
}
