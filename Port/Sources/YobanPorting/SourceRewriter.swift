import SwiftSyntax

/// Finds the changes of one file whose conditions are resolved.
final class SourceRewriter: SyntaxVisitor {
  let settings: PortSettings
  let index: ModuleIndex
  let converter: SourceLocationConverter
  var edits = TextEdits()
  var diagnostics: [Diagnostic] = []
  /// Declarations for the end of the file.
  var generated = ""
  private(set) var importsAnything = false
  /// Whether the ported file uses names of Core Data that the original may not use.
  var needsCoreData = false
  /// The imports of the ported file.
  private(set) var imports: [ImportedModule] = []
  /// The members that move into the body of their class.
  var moves: [MemberMove] = []
  var classEnds: [ClassEnd] = []
  /// The index of the file itself.
  let fileIndex: SourceIndex
  /// The names that other files cannot use.
  private(set) lazy var privateNames = PrivateNames(tree)
  private let tree: SourceFileSyntax
  /// The paths of the types around the current position, the innermost last.
  private(set) var enclosingTypes: [String] = []
  /// Modules whose names other modules of Apple bring: those of Combine, which Foundation and UIKit have, if the file
  /// uses them and imports no module that has them here, and what SwiftUI knows of Core Data.
  private let brought: [String]
  /// The declared types of parameters and local variables, by name.
  let localTypes: [String: String]

  init(
    settings: PortSettings, index: ModuleIndex, fileIndex: SourceIndex, tree: SourceFileSyntax
  ) {
    self.settings = settings
    self.index = index
    self.fileIndex = fileIndex
    self.tree = tree
    converter = SourceLocationConverter(fileName: "", tree: tree)
    let imported = tree.statements.compactMap {
      $0.item.as(ImportDeclSyntax.self)?.path.first?.name.text
    }
    var brought = Self.needsCombine(tree, imported) ? ["Combine"] : []
    if imported.contains("SwiftUI") { brought.append("_CoreData_SwiftUI") }
    self.brought = brought.filter(settings.modules.contains)
    let locals = LocalTypes(index)
    locals.walk(tree)
    localTypes = locals.types
    super.init(viewMode: .sourceAccurate)
  }

  func warn(_ node: some SyntaxProtocol, _ message: String, loss: Diagnostic.Loss? = nil) {
    diagnostics.append(
      Diagnostic(node.positionAfterSkippingLeadingTrivia, message, converter, loss: loss))
  }

  /// The account of code that the ported file does not have.
  func loss(
    _ kind: Diagnostic.Loss.Kind, of node: some SyntaxProtocol, functions: Int = 0
  ) -> Diagnostic.Loss {
    Diagnostic.Loss(
      kind: kind, lastLine: converter.location(for: node.endPositionBeforeTrailingTrivia).line,
      functions: functions)
  }

  func note(_ node: some SyntaxProtocol, _ message: String) {
    diagnostics.append(
      Diagnostic(node.positionAfterSkippingLeadingTrivia, message, converter, severity: .note))
  }

  /// Removes a declaration or statement.
  func takeOut(_ node: some SyntaxProtocol, _ message: String, _ loss: Diagnostic.Loss) {
    warn(node, message, loss: loss)
    edits.remove(node)
  }

  // MARK: Imports

  override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind {
    if !importsAnything {
      importsAnything = true
      let added = ["YobanFoundation"] + brought
      edits.insert(
        added.map { "import \($0); " }.joined(), at: node.positionAfterSkippingLeadingTrivia)
      self.imports += added.map { ImportedModule($0) }
    }
    if let imported = ImportedModule(node) { imports.append(imported) }
    guard let module = node.path.first?.name.text else { return .skipChildren }
    if KnownModules.removed.contains(module) {
      edits.remove(node)  // the inserted import stays, because it precedes what is removed
    } else if let replacement = KnownModules.replacements[module] {
      shorten(node, to: replacement)
    } else if node.path.count > 1 || node.importKindSpecifier != nil {
      // Yoban's modules have no submodules, and may re-export the declaration from another module.
      shorten(node, to: module)
    }
    return .skipChildren
  }

  private static func needsCombine(_ tree: SourceFileSyntax, _ imported: [String]) -> Bool {
    let brings: Set = ["Foundation", "UIKit", "WatchKit", "WatchConnectivity"]
    guard imported.contains(where: brings.contains), !imported.contains("Combine"),
      !imported.contains("SwiftUI")
    else { return false }
    return tree.tokens(viewMode: .sourceAccurate).contains {
      $0.text == "ObservableObject" || $0.text == "Published"
    }
  }

  private func shorten(_ node: ImportDeclSyntax, to module: String) {
    if let kind = node.importKindSpecifier { edits.remove(kind) }
    edits.replace(node.path.trimmedRange, with: module)
  }

  // MARK: Attributes and modifiers

  override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind {
    let name = node.attributeName.trimmedDescription
    switch name {
    case "UIApplicationMain", "NSApplicationMain", "main":
      if !settings.keepsMain {
        edits.remove(node)
      } else if name != "main" {
        edits.replace(node.trimmedRange, with: "@main")
      }
    case "NSCopying":
      warn(
        node, "@NSCopying is taken out: the property does not copy what is assigned to it.",
        loss: loss(.attribute, of: node))
      edits.remove(node)
    case "Attribute", "Relationship", "Transient":
      let member = node.parent?.parent?.as(VariableDeclSyntax.self)
      let type = member?.parent?.parent?.parent?.parent?.as(ClassDeclSyntax.self)
      if type?.attributes.contains(named: "Model") == true { edits.remove(node) }
    case "Entry":
      warn(
        node,
        "The macro @Entry of SwiftUI does not exist on Linux. Write an EnvironmentKey and a property of"
          + " EnvironmentValues that uses it.")
    default:
      if objectiveCAttributes.contains(name) { edits.remove(node) }
    }
    return .visitChildren
  }

  override func visit(_ node: DeclModifierSyntax) -> SyntaxVisitorContinueKind {
    if node.name.text == "dynamic" || node.name.text == "optional" { edits.remove(node) }
    return .skipChildren
  }

  // MARK: Types

  private func enter(_ name: String) -> SyntaxVisitorContinueKind {
    enclosingTypes.append(enclosingTypes.last.map { "\($0).\(name)" } ?? name)
    return .visitChildren
  }

  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
    defer {
      addFactory(node)
      expandModel(node)
    }
    return enter(node.name.identifierText)
  }
  override func visitPost(_ node: ClassDeclSyntax) {
    noteEnd(node)
    enclosingTypes.removeLast()
  }
  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node.name.identifierText)
  }
  override func visitPost(_ node: StructDeclSyntax) { enclosingTypes.removeLast() }
  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node.name.identifierText)
  }
  override func visitPost(_ node: EnumDeclSyntax) { enclosingTypes.removeLast() }
  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind {
    lower(node)
    expandModelActor(node)
    return enter(node.name.identifierText)
  }
  override func visitPost(_ node: ActorDeclSyntax) { enclosingTypes.removeLast() }
  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node.extendedType.trimmedDescription)
  }
  override func visitPost(_ node: ExtensionDeclSyntax) { enclosingTypes.removeLast() }
  override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
    lower(node)
    return enter(node.name.identifierText)
  }
  override func visitPost(_ node: ProtocolDeclSyntax) { enclosingTypes.removeLast() }

  // MARK: Members

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    if receiveObservedValues(node) { return .visitChildren }
    if node.attributes.contains(named: "NSManaged"), node.body == nil { lowerManaged(node) }
    return leavesOut(override: node, node.name.text) ? .skipChildren : .visitChildren
  }

  override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
    leavesOut(override: node, "init") ? .skipChildren : .visitChildren
  }

  override func visit(_ node: SubscriptDeclSyntax) -> SyntaxVisitorContinueKind {
    leavesOut(override: node, "subscript") ? .skipChildren : .visitChildren
  }

  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    if node.attributes.contains(named: "NSManaged") {
      lowerManaged(node)
      return .visitChildren
    }
    let name = node.bindings.first?.pattern.trimmedDescription ?? ""
    if leavesOut(override: node, name) { return .skipChildren }
    makeObservable(node)
    return .visitChildren
  }

  // MARK: Expressions

  override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind {
    switch node.macroName.text {
    case "selector":
      lowerSelector(node)
      return .skipChildren
    case "keyPath":
      lowerKeyPath(node)
      return .skipChildren
    case "Preview":
      takeOutPreview(node)
      return .skipChildren
    case "colorLiteral":
      edits.replace(
        node.pound.trimmedRange.lowerBound..<node.macroName.trimmedRange.upperBound, with: "UIColor"
      )
      return .skipChildren
    case "imageLiteral":
      let name = node.arguments.first?.expression.trimmedDescription ?? "\"\""
      edits.replace(node.trimmedRange, with: "(UIImage(named: \(name)) ?? UIImage())")
      return .skipChildren
    default: return .visitChildren
    }
  }

  override func visit(_ node: MacroExpansionDeclSyntax) -> SyntaxVisitorContinueKind {
    if expandModelMacro(node) { return .skipChildren }
    guard node.macroName.text == "Preview" else { return .visitChildren }
    takeOutPreview(node)
    return .skipChildren
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    lowerOptionalCall(node)
    if node.arguments.isEmpty, node.trailingClosure == nil, node.leftParen != nil {
      // Initializers that Foundation does not have here.
      switch node.calledExpression.trimmedDescription {
      case "Timer", "Timer.init": edits.replace(node.trimmedRange, with: "Timer.unscheduled()")
      case "NSAttributedString", "NSMutableAttributedString":
        edits.insert("string: \"\"", at: node.rightParen!.positionAfterSkippingLeadingTrivia)
      case "ProcessInfo": edits.replace(node.trimmedRange, with: "ProcessInfo.processInfo")
      default: break
      }
    }
    return refuse(node) ? .skipChildren : .visitChildren
  }

  override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
    replaceType(node.name)
    return .visitChildren
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    // The name of a member is none of a type of Foundation.
    if node.parent?.as(MemberAccessExprSyntax.self)?.declName.id != node.id {
      replaceType(node.baseName)
    }
    return .visitChildren
  }

  private func replaceType(_ name: TokenSyntax) {
    guard let replacement = KnownModules.replacedTypes[name.text], importsAnything else { return }
    edits.replace(name.trimmedRange, with: replacement)
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    lowerOptionalReference(node)
    lowerUnobservedValue(node)
    // The functions of Darwin are in the C library here, which every import of Foundation brings.
    if let base = node.base?.as(DeclReferenceExprSyntax.self), base.baseName.text == "Darwin" {
      edits.replace(base.trimmedRange, with: "Foundation")
    }
    return .visitChildren
  }
}
