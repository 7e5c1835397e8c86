/// The rules: a decision for each kind of error.
extension LeaveOut {
  mutating func act(on error: CompilerMessage, _ phase: Phase) -> Decision {
    guard let place = error.place else { return .nothing }
    guard let file = fileIndex(place.file) else {
      if place.file.hasSuffix("/\(Self.placeholderFile)") { return actOnPlaceholder(error) }
      // An error in a module of the simulator: a note names the place that leads there.
      for note in error.notes where fileIndex(note.place.file) != nil {
        return act(on: CompilerMessage(place: note.place, text: error.text), phase)
      }
      return .nothing
    }
    let (offset, edit) = files[file].locate(line: place.line, column: place.column)
    if files[file].isPending(at: offset) { return .same }
    let context = Context(file: file, offset: offset, reason: error.text, cause: error.cause)
    let chain = files[file].outline.chain(at: offset)
    if let decision = actOnType(error, context, chain) { return decision }
    if let decision = actOnInitialName(error, context, chain) { return decision }
    if phase == .types { return .wait }
    if let decision = actOnMember(error, context, chain) { return decision }
    let isInCode = Outline.owner(in: chain, at: offset) != nil
    if phase == .declarations, isInCode { return .wait }
    if let edit, let decision = actOnEdit(edit, context) { return decision }
    if phase == .flow, let decision = stopForGood(context, chain) { return decision }
    if let decision = cutCode(context, wholeBody: phase == .flow) { return decision }
    return cutSignature(context, chain)
  }

  // MARK: Types

  private mutating func actOnType(
    _ error: CompilerMessage, _ context: Context, _ chain: [Outline.Node]
  ) -> Decision? {
    let names = error.names
    switch error.shape {
    case "cannot find type '_' in scope": return actOnUnknownType(names[0], context, chain)
    case "cannot find '_' in scope":
      guard let module = available.module(of: names[0]), available.canImport(module) else {
        return nil
      }
      return addImport(module, context.file)
    case "cannot find operator '_' in scope":
      if placeholders.add(operator: names[0]) {
        added.insert(names[0])
        return .done("operator")
      }
      return added.contains(names[0]) ? .same : nil
    case "no such module '_'":
      guard let node = chain.first(where: { $0.kind == .import }) else { return nil }
      missingModules[names[0], default: []].append(place(context.file, node.range.lowerBound))
      let edit = Edit(
        range: node.range, replacement: "import Foundation", level: nil, reason: error.text)
      files[context.file].set(EditKey(.module, node.id), edit)
      return .done("import")
    default: break
    }
    if error.shape.contains("is not a member type of"), names.count >= 2 {
      let path = nestedPath(names[1])
      if placeholders.addNested(names[0], in: path, place: place(context.file, context.offset)) {
        added.insert("\(path).\(names[0])")
        return .done("nested type")
      }
      return added.contains("\(path).\(names[0])") ? .same : cutSignature(context, chain)
    }
    if error.shape.hasPrefix("unknown attribute '_'") {
      if let module = available.module(of: names[0]), let decision = addImport(module, context.file)
      {
        return decision
      }
      return dropAttribute(context, names[0]) ? .done("attribute") : cutSignature(context, chain)
    }
    if error.shape.contains("'_' is ambiguous for type lookup"), placeholders[names[0]] != nil {
      placeholders.remove(names[0])
      return .done("placeholder taken back")
    }
    if error.shape.hasPrefix("cannot specialize non-generic type '_'"),
      placeholders[names[0]]?.genericCount == 0
    {
      let count = max(1, genericArguments[names[0]] ?? 1)
      placeholders.change(names[0]) { $0.genericCount = count }
      return .done("generic placeholder")
    }
    return actOnKind(error)
  }

  /// Errors that say that a placeholder is of the wrong kind.
  private mutating func actOnKind(_ error: CompilerMessage) -> Decision? {
    if error.shape.hasPrefix("non-class type '_' cannot conform to class protocol '_'") {
      guard placeholders[error.names[1]] != nil else { return nil }
      placeholders.change(error.names[1]) { $0.kind = .valueProtocol }
      return .done("placeholder for values")
    }
    let isAboutKind =
      error.shape.contains("non-protocol") || error.shape.hasPrefix("multiple inheritance")
      || error.shape.contains("cannot inherit from")
      || error.shape.contains("must appear first in the inheritance")
      || error.shape.contains("does not refer to a protocol")
    guard isAboutKind else { return nil }
    for name in error.names.reversed() {
      let last = name.split(separator: ".").last.map(String.init) ?? name
      if case .class = placeholders[last]?.kind {
        placeholders.change(last) { $0.kind = .valueProtocol }
        return .done("placeholder is a protocol")
      }
    }
    return nil
  }

  /// Names that are types of a surrounding protocol or generic type, and would hide it as a placeholder.
  private static let innerNames: Set<String> = [
    "Content", "Body", "Context", "Configuration", "Coordinator", "Value", "Element", "Index",
    "Label",
    "UIViewType", "UIViewControllerType", "Output", "Input", "Failure", "Entity", "Key", "ID",
    "Entry", "Action",
  ]

  /// A bridging header brings Foundation into a file without imports. Its names are not known here, so this comes before
  /// any placeholder.
  private mutating func addFoundation(_ file: Int) -> Decision? {
    files[file].importedModules.isEmpty ? addImport("Foundation", file) : nil
  }

  private mutating func actOnUnknownType(
    _ name: String, _ context: Context, _ chain: [Outline.Node]
  ) -> Decision? {
    let file = context.file
    if let module = available.module(of: name), available.canImport(module) {
      return addImport(module, file) ?? cutCode(context) ?? cutSignature(context, chain)
    }
    if name.count == 1 { return nil }
    if let decision = addFoundation(file) { return decision }
    if Self.innerNames.contains(name),
      let type = chain.last(where: {
        $0.kind.isType && ($0.body?.lowerBound ?? .max) <= context.offset
      }),
      let body = type.body
    {
      let key = EditKey(.addition, type.id, name)
      let at = body.lowerBound + 1
      let edit = Edit(
        range: at..<at, replacement: " class \(name): NSObject, @unchecked Sendable {} ",
        level: nil,
        reason: context.reason)
      if files[file].add(key, edit) { return .done("type within a type") }
      return files[file].applied.contains(key) ? nil : .same
    }
    guard !lostNames.contains(name) else { return nil }
    if placeholders[name] != nil {
      placeholders.note(place(file, context.offset), for: name)
      return added.contains(name) ? .same : nil
    }
    addPlaceholder(name, context)
    return .done("placeholder")
  }

  private func placeholderKind(_ name: String) -> Placeholders.Placeholder.Kind {
    if let base = storyboardClasses[name] {
      let general = base.hasSuffix("Controller") ? "UIViewController" : "UIView"
      if let known = [base, general].first(where: available.isClass) { return .class(known) }
    }
    return Placeholders.kind(of: name, uses: uses[name] ?? .init(), isClass: available.isClass)
  }

  private mutating func addPlaceholder(_ name: String, _ context: Context) {
    placeholders.add(
      name,
      .init(
        kind: placeholderKind(name),
        genericCount: genericArguments[name] ?? 0, places: [place(context.file, context.offset)],
        modules: missingImports(of: context.file)))
    added.insert(name)
  }

  /// A type that is only named in the first value of a property, such as `let chart = Chart()`.
  private mutating func actOnInitialName(
    _ error: CompilerMessage, _ context: Context, _ chain: [Outline.Node]
  ) -> Decision? {
    guard error.shape == "cannot find '_' in scope", let name = error.names.first,
      name.first?.isUppercase == true, !chain.contains(where: \.kind.isCode),
      available.module(of: name) == nil, !lostNames.contains(name), !ownTypes.contains(name)
    else { return nil }
    if let decision = addFoundation(context.file) { return decision }
    let text = files[context.file].text
    let end = context.offset + name.utf8.count
    guard end < text.count, text[end] == 40,
      case .class = placeholderKind(name)
    else { return nil }
    if placeholders[name] != nil { return added.contains(name) ? .same : nil }
    addPlaceholder(name, context)
    return .done("placeholder for a value")
  }

  /// The path of a type in the module, without the module's name and generic arguments.
  private func nestedPath(_ name: String) -> String {
    var parts = name.prefix { $0 != "<" }.split(separator: ".").map(String.init)
    if parts.count > 1, !ownNames.contains(parts[0]), available.module(of: parts[0]) == nil {
      parts.removeFirst()
    }
    return parts.joined(separator: ".")
  }

  /// Imports a module. Returns nil if the file imports it already.
  private mutating func addImport(_ module: String, _ file: Int) -> Decision? {
    let key = EditKey(.addedImport, -1, module)
    if files[file].edits[key] != nil { return files[file].applied.contains(key) ? nil : .same }
    guard available.canImport(module), files[file].imports.insert(module).inserted else {
      return nil
    }
    // The first line of a ported file is not the user's.
    let start =
      files[file].outline.nodes.first { $0.kind == .import }?.range.lowerBound
      ?? files[file].text.firstIndex(of: 10).map { $0 + 1 } ?? 0
    let edit = Edit(
      range: start..<start, replacement: "import \(module); ", level: nil,
      reason: "a name of \(module) is used without its import")
    return files[file].add(key, edit) ? .done("import") : nil
  }

  // MARK: Members and conformances

  private mutating func actOnMember(
    _ error: CompilerMessage, _ context: Context, _ chain: [Outline.Node]
  ) -> Decision? {
    let file = context.file
    let declaration = chain.last(where: \.kind.isDeclaration)
    func insert(_ text: String, at offset: Int, _ key: EditKey) -> Bool {
      files[file].add(
        key, Edit(range: offset..<offset, replacement: text, level: nil, reason: context.reason))
    }
    if let declaration {
      if error.shape.contains("does not override any")
        || error.shape.contains("can only be specified on class members")
        || error.shape.contains("initializer does not override")
      {
        for modifier in declaration.modifiers where modifier.name == "override" {
          let edit = Edit(
            range: modifier.range, replacement: "", level: nil, reason: context.reason)
          if files[file].add(EditKey(.keyword, declaration.id, "override"), edit) {
            return .done("override")
          }
        }
      }
      if error.text.contains("requires an 'override' keyword"),
        insert(
          "override ", at: declaration.range.lowerBound,
          EditKey(.addition, declaration.id, "override"))
      {
        return .done("override added")
      }
      if error.text.contains("is not concurrency-safe because"), declaration.kind == .variable {
        let start =
          declaration.modifiers.first?.range.lowerBound
          ?? declaration.attributes.last.map { $0.range.upperBound + 1 }
          ?? declaration.range.lowerBound
        if insert("nonisolated(unsafe) ", at: start, EditKey(.addition, declaration.id, "unsafe")) {
          return .done("nonisolated(unsafe)")
        }
      }
      if error.text.contains("non-@objc")
        || error.text.contains("declarations in extensions cannot override")
        || error.text.contains("non-'@objc'")
      {
        return cutMember(context, declaration) ? .done("member") : nil
      }
    }
    if error.text.contains("does not conform to protocol"), error.names.count >= 2,
      Outline.owner(in: chain, at: context.offset) == nil
    {
      return actOnConformance(error, context, chain)
    }
    if error.text.contains("has no initializers") {
      return actOnMissingInitializer(error, context, chain)
    }
    if error.text.hasPrefix("'required' initializer"),
      error.text.contains("must be provided by subclass"),
      let type = chain.last(where: { $0.kind == .class }), let body = type.body
    {
      let initializers = [
        "init(coder:)": "required init?(coder: NSCoder) { return nil }",
        "init()":
          "required init() { yobanLeftOutNever(\"\(type.name).init()\", \"the superclass is missing\") }",
      ]
      if let text = initializers[error.names[safe: 1] ?? ""],
        insert(" \(text) ", at: body.upperBound - 1, EditKey(.addition, type.id, "init"))
      {
        return .done("required initializer")
      }
    }
    return nil
  }

  private mutating func actOnConformance(
    _ error: CompilerMessage, _ context: Context, _ chain: [Outline.Node]
  ) -> Decision? {
    let wanted = ["Decodable", "Encodable"].contains(error.names[1]) ? "Codable" : error.names[1]
    var hasHelped = false
    if wanted == "Codable" {
      for note in error.notes where note.text.contains("does not conform to") {
        let message = CompilerMessage(place: nil, text: note.text)
        for name in message.names {
          let plain = name.filter { !"[]?! ".contains($0) }
          if placeholders.conform(plain, to: wanted) { hasHelped = true }
        }
      }
    }
    if hasHelped { return .done("conformance of a placeholder") }
    guard let type = chain.last(where: \.kind.isType) else { return nil }
    return dropConformance(context, type, error.names[1])
  }

  private mutating func actOnMissingInitializer(
    _ error: CompilerMessage, _ context: Context, _ chain: [Outline.Node]
  ) -> Decision? {
    var isDone = false
    for note in error.notes {
      guard let (file, offset) = position(of: note.place) else { continue }
      if let node = files[file].outline.chain(at: offset).last(where: { $0.kind == .variable }) {
        isDone =
          giveInitialValues(
            Context(file: file, offset: offset, reason: context.reason, cause: ""), node) || isDone
      }
    }
    if !isDone, let type = chain.last(where: \.kind.isType) {
      for node in files[context.file].outline.nodes
      where node.kind == .variable && node.parent == type.id {
        isDone = giveInitialValues(context, node) || isDone
      }
    }
    return isDone ? .done("initial value") : nil
  }

  /// Gives stored properties that have none a first value, which is left out.
  mutating func giveInitialValues(_ context: Context, _ node: Outline.Node) -> Bool {
    var isDone = false
    for binding in node.bindings where binding.value == nil && !binding.hasAccessors {
      guard let end = binding.typeEnd else { continue }
      if makeLate(context, node, binding) {
        isDone = true
        continue
      }
      let key = EditKey(.initial, node.id, binding.name)
      let text = " = yobanLeftOut(\(arguments(context, at: binding.range.lowerBound)))"
      isDone =
        files[context.file].add(
          key, Edit(range: end..<end, replacement: text, level: nil, reason: context.reason))
        || isDone
    }
    return isDone
  }

  /// Takes a conformance out of a type or an extension.
  private mutating func dropConformance(
    _ context: Context, _ type: Outline.Node, _ name: String
  ) -> Decision? {
    let also = [
      "Decodable": ["Codable"], "Encodable": ["Codable"], "Equatable": ["Hashable", "Comparable"],
    ]
    for wanted in [name] + (also[name] ?? []) {
      let last = wanted.split(separator: ".").last.map(String.init) ?? wanted
      for part in type.inherited where Self.lastName(part.name) == last {
        return drop(context, type, part)
      }
    }
    var candidates = type.inherited.filter { !isDropped($0, of: type, in: context.file) }
    if type.kind == .class, candidates.count > 1 { candidates.removeFirst() }
    if let last = candidates.last, let decision = drop(context, type, last) { return decision }
    return cutMember(context, type) ? .done("type") : nil
  }

  private static func lastName(_ type: String) -> String {
    let words = type.split { $0 == " " || $0 == "." }
    return String(words.last ?? "").prefix { $0 != "<" }.description
  }

  private func isDropped(_ part: Outline.Part, of type: Outline.Node, in file: Int) -> Bool {
    files[file].edits[EditKey(.conformances, type.id, "\(part.range.lowerBound)")] != nil
  }

  private mutating func drop(
    _ context: Context, _ type: Outline.Node, _ part: Outline.Part
  ) -> Decision? {
    let file = context.file
    guard let whole = type.inheritance, !isDropped(part, of: type, in: file) else { return nil }
    let at = part.range.lowerBound
    files[file].set(
      EditKey(.conformances, type.id, "\(at)"),
      Edit(range: at..<at, replacement: "", level: nil, reason: context.reason))
    let left = type.inherited.filter { !isDropped($0, of: type, in: file) }.map(\.name)
    let text = left.isEmpty ? "" : ": " + left.joined(separator: ", ")
    files[file].set(
      EditKey(.conformances, type.id),
      Edit(range: whole, replacement: text, level: .conformance, reason: context.reason))
    return .done("conformance")
  }

  private mutating func dropAttribute(_ context: Context, _ name: String) -> Bool {
    let file = context.file
    for node in files[file].outline.chain(at: context.offset).reversed() {
      for part in node.attributes
      where part.range.contains(context.offset)
        || part.name == name && part.range.upperBound >= context.offset
      {
        let edit = Edit(range: part.range, replacement: "", level: nil, reason: context.reason)
        let isNew = files[file].add(EditKey(.attribute, node.id, "\(part.range.lowerBound)"), edit)
        if node.kind == .variable { giveType(context, node, attribute: part) }
        return isNew
      }
    }
    // An attribute of a closure or a type.
    let text = files[file].text
    var start = context.offset
    if start > 0, text[start - 1] == 64 { start -= 1 }
    guard start < text.count, text[start] == 64 else { return false }
    let end = start + 1 + name.utf8.count
    return files[file].add(
      EditKey(.attribute, -1, "\(start)"),
      Edit(range: start..<min(end, text.count), replacement: "", level: nil, reason: context.reason)
    )
  }

  /// A property whose wrapper is missing needs a value, and perhaps the type that the wrapper gave it, as in
  /// `@Environment(Model.self) var model`.
  private mutating func giveType(_ context: Context, _ node: Outline.Node, attribute: Outline.Part)
  {
    guard let binding = node.bindings.first else { return }
    let text = files[context.file].string(attribute.range)
    let inner = text.drop { $0 != "(" }.dropFirst()
    if binding.type == nil, binding.value == nil,
      let end = inner.ranges(of: ".self").first?.lowerBound
    {
      let arguments = arguments(context, at: node.range.lowerBound)
      _ = files[context.file].add(
        EditKey(.initial, node.id, binding.name),
        Edit(
          range: binding.patternEnd..<binding.patternEnd,
          replacement:
            ": \(inner[..<end]) = yobanLeftOut(\(arguments))",
          level: nil, reason: context.reason))
    } else {
      _ = giveInitialValues(context, node)
    }
  }

  // MARK: Edits that were not enough

  /// An error within something that stands in the place of a piece: the next larger piece has to go.
  private mutating func actOnEdit(_ key: EditKey, _ context: Context) -> Decision? {
    let file = context.file
    guard key.node >= 0 else { return nil }
    let node = files[file].outline.nodes[key.node]
    switch key.aspect {
    case .statement, .restOfBlock:
      guard let old = files[file].edits[key] else { return nil }
      files[file].remove(key)
      if old.range.lowerBound > node.range.lowerBound, key.aspect == .statement {
        let text = "\(Self.stop)\(arguments(context, at: node.range.lowerBound)))"
        files[file].set(
          key, Edit(range: node.range, replacement: text, level: .statement, reason: old.reason))
        return .done("whole statement")
      }
      banned.insert(Owner(file: file, node: node.id))
      return cutLarger(
        Context(file: file, offset: context.offset, reason: old.reason, cause: ""), than: node)
    case .modifier:
      // The modifier changes no view: it is left out, and no finding says so at run time.
      guard let old = files[file].edits[key], !old.replacement.isEmpty else { return nil }
      files[file].set(
        key, Edit(range: old.range, replacement: "", level: .modifier, reason: old.reason))
      return .done("modifier without a note")
    case .condition:
      files[file].remove(key)
      banned.insert(Owner(file: file, node: node.id))
      return cutLarger(context, than: node)
    case .value, .initial:
      if undoLate(file, node) {
        files[file].remove(key)
        return .done("value again")
      }
      return cutMember(context, node) ? .done("member") : nil
    case .attribute where key.part == "late", .keyword where key.part == "var":
      _ = undoLate(file, node)
      for binding in node.bindings { files[file].remove(EditKey(.value, node.id, binding.name)) }
      // Without the wrapper, the value itself is left out.
      files[file].set(
        EditKey(.attribute, node.id, "late"),
        Edit(
          range: node.range.lowerBound..<node.range.lowerBound, replacement: "", level: nil,
          reason: context.reason))
      for binding in node.bindings where binding.value != nil {
        _ = cutValue(context, node, binding)
      }
      if node.bindings.allSatisfy({ $0.value == nil }) { _ = giveInitialValues(context, node) }
      return .done("value again")
    case .body: return cutMember(context, node) ? .done("member") : nil
    default: return nil
    }
  }

  /// After a stop nothing runs, so nothing after it needs to be initialized or returned. Where a function returns a
  /// value, the stop returns one that is left out, so that the place can be skipped.
  private mutating func stopForGood(_ context: Context, _ chain: [Outline.Node]) -> Decision? {
    let file = context.file
    guard
      let owner = Outline.owner(in: chain, at: max(context.offset - 1, 0))
        ?? chain.last(where: \.kind.isCode),
      let body = owner.body
    else { return nil }
    // Only the last stop, so that code before it runs if it is skipped.
    let stops = files[file].edits.filter { key, edit in
      files[file].applied.contains(key) && body.contains(edit.range.lowerBound)
        && edit.replacement.hasPrefix(Self.stop)
    }
    let last = stops.max {
      ($0.value.range.lowerBound, $0.key) < ($1.value.range.lowerBound, $1.key)
    }
    guard let (key, stop) = last else { return nil }
    let within = files[file].outline.chain(at: stop.range.lowerBound)
    let isOwn =
      Outline.owner(in: within, at: stop.range.lowerBound)?.id == owner.id
      && !within.contains { $0.kind == .closure && owner.range.lowerBound < $0.range.lowerBound }
    let isInDefer = within.contains {
      $0.kind == .statement && files[file].string($0.range).hasPrefix("defer")
    }
    let returns =
      isOwn && !isInDefer && !Self.isVoid(owner) && owner.kind != .initializer
      && owner.result?.contains("some ") != true
    var edit = stop
    edit.replacement =
      (returns ? "return yobanLeftOut(" : "yobanLeftOutNever(")
      + edit.replacement.dropFirst(Self.stop.count)
    files[file].set(key, edit)
    return .done("stop for good")
  }

  // MARK: Signatures

  /// Takes out the declaration at which an error is, or a part of it.
  mutating func cutSignature(_ context: Context, _ chain: [Outline.Node]) -> Decision {
    let file = context.file
    if context.offset >= files[file].generatedStart { return cutCode(context) ?? .nothing }
    guard let declaration = chain.last(where: \.kind.isDeclaration) else {
      guard let node = chain.first(where: { $0.kind == .statement }) else { return .nothing }
      return cutMember(context, node) ? .done("code of a file") : .nothing
    }
    for node in chain.reversed() {
      for part in node.attributes where part.range.contains(context.offset) {
        return dropAttribute(context, part.name) ? .done("attribute") : .nothing
      }
      if node.kind.isType, let inheritance = node.inheritance, inheritance.contains(context.offset)
      {
        for part in node.inherited where part.range.contains(context.offset) {
          if let decision = drop(context, node, part) { return decision }
        }
      }
      if node.kind.isDeclaration { break }
    }
    if declaration.kind.isType {
      if !declaration.inherited.isEmpty, let decision = dropConformance(context, declaration, "?") {
        return decision
      }
      return cutMember(context, declaration) ? .done("type") : .nothing
    }
    if declaration.kind == .variable {
      for binding in declaration.bindings where binding.value != nil {
        if files[file].edits[EditKey(.value, declaration.id, binding.name)] == nil,
          cutValue(context, declaration, binding)
        {
          return .done("value")
        }
      }
    }
    if cutMember(context, declaration) { return .done("member") }
    guard let type = chain.last(where: \.kind.isType) else { return .nothing }
    return cutMember(context, type) ? .done("type") : .nothing
  }

  /// An error in the generated file: a placeholder is not what the code needs.
  private mutating func actOnPlaceholder(_ error: CompilerMessage) -> Decision {
    guard let place = error.place else { return .nothing }
    let lines = placeholderText.split(separator: "\n", omittingEmptySubsequences: false)
    guard place.line <= lines.count else { return .nothing }
    for line in lines[..<place.line].reversed() where line.first?.isLetter == true {
      let words = line.split { !$0.isLetter && !$0.isNumber && !"_.".contains($0) }
      if words.first == "extension", words.count > 1 {
        return placeholders.removeNested(of: String(words[1]))
          ? .done("nested type taken back") : .nothing
      }
      guard words.count > 2, let name = words.dropFirst(2).first.map(String.init),
        let placeholder = placeholders[name]
      else { continue }
      if error.text.contains("redeclaration") || error.text.contains("ambiguous") {
        placeholders.remove(name)
        return .done("placeholder taken back")
      }
      if case .class(let base) = placeholder.kind, base != "NSObject" {
        placeholders.change(name) { $0.kind = .class("NSObject") }
      } else if !placeholder.conformances.isEmpty {
        placeholders.change(name) { $0.conformances = [] }
      } else if !placeholders.removeNested(of: name) {
        placeholders.remove(name)
      }
      return .done("simpler placeholder")
    }
    return .nothing
  }
}

extension Array {
  fileprivate subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
