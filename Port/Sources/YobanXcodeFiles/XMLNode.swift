import Foundation
import FoundationXML

/// An element of an XML file.
final class XMLNode {
  let name: String
  let attributes: [String: String]
  /// The line of the element, from 1.
  let line: Int
  var children: [XMLNode] = []
  var text = ""

  init(name: String, attributes: [String: String], line: Int) {
    self.name = name
    self.attributes = attributes
    self.line = line
  }

  subscript(attribute: String) -> String? { attributes[attribute] }

  /// The first child element with a name.
  func child(_ name: String) -> XMLNode? { children.first { $0.name == name } }
}

/// Reads an XML file as a tree.
final class XMLTree: NSObject, XMLParserDelegate {
  private(set) var root: XMLNode?
  private var open: [XMLNode] = []

  /// - Throws: `XcodeFileError` with the line at which the text is no XML.
  static func parse(_ text: String) throws(XcodeFileError) -> XMLNode {
    let tree = XMLTree()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = tree
    guard parser.parse(), let root = tree.root else {
      throw XcodeFileError(line: max(parser.lineNumber, 1), message: "The file is not valid XML.")
    }
    return root
  }

  func parser(
    _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    let node = XMLNode(name: elementName, attributes: attributes, line: parser.lineNumber)
    if let parent = open.last { parent.children.append(node) } else { root = node }
    open.append(node)
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) { open.last?.text += string }

  func parser(
    _ parser: XMLParser, didEndElement elementName: String, namespaceURI: String?,
    qualifiedName: String?
  ) {
    open.removeLast()
  }
}
