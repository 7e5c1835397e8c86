/// A declared type, as the system knows it.
struct Declaration: Sendable {
  let identifier: String
  let parents: [String]
  /// The extensions, the preferred one first.
  let extensions: [String]
  /// The MIME types, the preferred one first.
  let mimeTypes: [String]

  private init(line: Substring) {
    let parts = line.split(separator: "|", omittingEmptySubsequences: false).map {
      $0.split(separator: " ").map(String.init)
    }
    identifier = parts[0][0]
    parents = parts[1]
    extensions = parts[2]
    mimeTypes = parts[3]
  }

  func tags(_ tagClass: UTTagClass) -> [String] {
    switch tagClass {
    case .filenameExtension: extensions
    case .mimeType: mimeTypes
    default: []
    }
  }

  static func of(_ identifier: String) -> Declaration? { byIdentifier[identifier] }

  private static let byIdentifier = Dictionary(
    uniqueKeysWithValues: all.map { ($0.identifier, $0) })

  static let all = table.split(separator: "\n").map(Declaration.init(line:))

  /// A line for each type: the identifier, the types it conforms to, extensions, and MIME types.
  private static let table = """
    public.item|||
    public.content|||
    public.composite-content|public.content||
    public.disk-image|public.archive||
    public.data|public.item||
    public.directory|public.item||
    public.folder|public.directory||
    public.volume|public.folder||
    com.apple.package|public.directory||
    com.apple.bundle|public.directory||
    public.symlink|public.item com.apple.resolvable||
    com.apple.alias-file|public.data com.apple.resolvable||
    com.apple.resolvable|||
    com.apple.mount-point|public.item com.apple.resolvable||
    public.executable|public.item||
    public.url|public.data||
    public.file-url|public.url||
    com.apple.bookmark|public.data com.apple.resolvable||
    public.text|public.data public.content||
    public.plain-text|public.text|txt text|text/plain
    public.utf8-plain-text|public.plain-text||
    public.utf16-plain-text|public.plain-text||
    public.utf16-external-plain-text|public.plain-text||
    public.delimited-values-text|public.text||
    public.comma-separated-values-text|public.delimited-values-text|csv|text/csv text/comma-separated-values
    public.tab-separated-values-text|public.delimited-values-text|tsv|text/tab-separated-values
    public.utf8-tab-separated-values-text|public.tab-separated-values-text public.utf8-plain-text||
    public.rtf|public.text|rtf|text/rtf application/rtf
    com.apple.rtfd|com.apple.package public.composite-content|rtfd|text/rtfd
    com.apple.flat-rtfd|public.data public.composite-content||
    public.html|public.text|html htm shtml|text/html
    public.xml|public.text|xml|application/xml text/xml
    public.yaml|public.text|yml yaml|application/x-yaml
    public.json|public.text|json|application/json
    public.css|public.text|css|text/css
    public.source-code|public.plain-text||
    public.assembly-source|public.source-code|s|
    public.c-source|public.source-code|c|
    public.objective-c-source|public.source-code|m|
    public.swift-source|public.source-code|swift|
    public.c-plus-plus-source|public.source-code|cpp cp c++ cc cxx|
    public.c-header|public.source-code|h|
    public.c-plus-plus-header|public.source-code|hpp h++ hxx hh|
    public.script|public.source-code||
    com.apple.applescript.text|public.script|applescript|
    com.netscape.javascript-source|public.source-code public.executable|js javascript|text/javascript
    public.shell-script|public.script|sh command|
    public.perl-script|public.shell-script|pl pm|text/x-perl-script
    public.python-script|public.shell-script|py|text/x-python-script
    public.ruby-script|public.shell-script|rb rbw|text/x-ruby-script
    public.php-script|public.shell-script|php php3 php4 ph3 ph4 phtml|text/php
    public.make-source|public.script|mk|
    com.apple.property-list|public.data|plist|
    com.apple.xml-property-list|public.xml com.apple.property-list||
    com.apple.binary-property-list|com.apple.property-list||
    com.adobe.pdf|public.data public.composite-content|pdf|application/pdf
    com.apple.webarchive|public.data public.composite-content|webarchive|application/x-webarchive
    public.image|public.data public.content||
    public.jpeg|public.image|jpeg jpg jpe|image/jpeg image/jpg
    public.tiff|public.image|tiff tif|image/tiff
    com.compuserve.gif|public.image|gif|image/gif
    public.png|public.image|png|image/png
    com.apple.icns|public.image|icns|
    com.microsoft.bmp|public.image|bmp dib|image/bmp
    com.microsoft.ico|public.image|ico|image/vnd.microsoft.icon
    public.camera-raw-image|public.image||
    public.svg-image|public.image public.xml|svg svgz|image/svg+xml
    com.apple.live-photo|||
    public.heif-standard|public.image|heif|image/heif
    public.heif|public.heif-standard||
    public.heic|public.heif-standard|heic|image/heic
    org.webmproject.webp|public.image|webp|image/webp
    public.3d-content|public.content||
    com.pixar.universal-scene-description|public.3d-content public.data|usd usda usdc|
    com.pixar.universal-scene-description-mobile|public.3d-content public.data|usdz|model/vnd.usdz+zip
    com.apple.reality|public.data|reality|model/vnd.reality
    com.apple.scenekit.scene|public.3d-content public.data|scn|
    com.apple.arobject|public.data|arobject|
    public.audiovisual-content|public.data public.content||
    public.movie|public.audiovisual-content||
    public.video|public.movie||
    public.audio|public.audiovisual-content||
    com.apple.quicktime-movie|public.movie|mov qt|video/quicktime
    public.mpeg|public.movie|mpg mpeg mpe m75 m15|video/mpeg
    public.mpeg-2-video|public.video|m2v|video/mpeg2
    public.mpeg-2-transport-stream|public.movie|ts|
    public.mp3|public.audio|mp3|audio/mpeg audio/mp3
    public.mpeg-4|public.movie|mp4 mpg4|video/mp4
    public.mpeg-4-audio|public.mpeg-4 public.audio|mp4|audio/mp4
    com.apple.protected-mpeg-4-audio|public.audio|m4p|
    com.apple.m4v-video|public.movie||
    com.apple.protected-mpeg-4-video|com.apple.m4v-video|m4v|video/x-m4v
    public.avi|public.movie|avi vfw|video/avi
    public.aifc-audio|public.audio||
    public.aiff-audio|public.aifc-audio|aiff aif|audio/aiff
    com.microsoft.waveform-audio|public.audio|wav wave|audio/vnd.wave audio/wav audio/x-wav
    public.midi-audio|public.audio|midi mid|audio/midi
    public.playlist|||
    public.m3u-playlist|public.text public.playlist|m3u m3u8|audio/mpegurl
    public.archive|||
    org.gnu.gnu-zip-archive|public.data public.archive|gz gzip|application/gzip
    public.bzip2-archive|public.data public.archive|bz2 bzip2|application/x-bzip2
    com.pkware.zip-archive|public.data public.archive||
    public.zip-archive|com.pkware.zip-archive|zip|application/zip
    com.apple.archive|public.data public.archive|aar|
    public.spreadsheet|public.content||
    public.presentation|public.composite-content||
    public.database|||
    public.message|||
    public.contact|||
    public.vcard|public.text public.contact|vcf vcard|text/vcard text/directory
    public.to-do-item|||
    public.calendar-event|||
    public.email-message|public.message||
    com.apple.internet-location|public.data||
    public.font|||
    public.bookmark|||
    com.rsa.pkcs-12|public.data|p12 pfx|application/x-pkcs12
    public.x509-certificate|public.data|cer crt der|application/x-x509-ca-cert
    org.idpf.epub-container|public.data public.composite-content|epub|application/epub+zip
    public.log|public.text|log|
    com.apple.application|public.executable||
    com.apple.application-bundle|com.apple.application com.apple.bundle com.apple.package|app|
    com.apple.application-and-system-extension|com.apple.xpc-service|appex|
    com.apple.xpc-service|com.apple.bundle com.apple.package|xpc|
    com.apple.framework|com.apple.bundle|framework|
    com.microsoft.windows-executable|public.data public.executable|exe|application/x-msdownload
    """
}
