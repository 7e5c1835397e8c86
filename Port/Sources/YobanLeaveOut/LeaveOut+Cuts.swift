/// The cuts, from the smallest to the largest.
extension LeaveOut {
  /// The use of the call that replaces a part of the code.
  enum Purpose { case statement, value, condition, never }

  /// Returns the code that replaces a part of the app's code: that of port.json, or a call that skips the part or
  /// ends the app.
  ///
  /// - Parameter scope: the code that the part decides about; nil if it is the part itself.
  private func stand(
    _ purpose: Purpose, _ context: Context, for range: Range<Int>, scope: Range<Int>? = nil
  ) -> String {
    let arguments = arguments(context, at: range.lowerBound)
    if let code = values[place(context.file, range.lowerBound)] {
      return purpose == .value || purpose == .condition ? "(\(code))" : code
    }
    let draws = isDrawing(context, range) && scope.map { isDrawing(context, $0) } ?? true
    switch purpose {
    case .condition where draws: return "yobanFalse(\(arguments))"
    case .condition: return "yobanLeftOut(\(arguments))"
    case .statement:
      return draws ? "yobanSkip(\(arguments))" : "\(Self.stop)\(arguments))"
    case .value where !draws && context.canThrow: return "try yobanLeftOutOrThrow(\(arguments))"
    case .value: return "\(draws ? "yobanEmpty" : "yobanLeftOut")(\(arguments))"
    case .never: return "yobanLeftOutNever(\(arguments))"
    }
  }

  /// The place and the reason, as the arguments of a call that replaces code.
  func arguments(_ context: Context, at offset: Int) -> String {
    "\"\(place(context.file, offset))\", \"\(Self.quoted(context.reason))\""
  }

  /// The beginning of the statement that ends the app.
  static let stop = "let _: Void = yobanLeftOut("

  /// Whether a part of the code only draws.
  func isDrawing(_ context: Context, _ range: Range<Int>) -> Bool {
    let code = CodeFacts(files[context.file].string(range))
    return drawing.isDrawing(code, isCauseDrawing: isCauseDrawing(context, code))
  }

  private func isCauseDrawing(_ context: Context, _ code: CodeFacts) -> Bool {
    let cause = context.cause
    // A method of an Objective-C file of the app.
    let members = CompilerMessage(place: nil, text: context.reason).names
    if members.contains(where: foreignNames.contains) { return false }
    if isDrawingType(cause) || lostDrawingNames.contains(cause) || Drawing.modules.contains(cause) {
      return true
    }
    // A complaint about arguments names none of the types.
    if CompilerMessage.isAboutArguments(context.reason) {
      let types = code.names.filter { $0.first?.isUppercase == true }
      return !types.isEmpty
        && types.allSatisfy { isDrawingType($0) || lostDrawingNames.contains($0) }
    }
    // The compiler often complains about something around the missing type.
    let named = code.names.filter { placeholders[$0] != nil || lostDrawingNames.contains($0) }
    if !named.isEmpty, named.allSatisfy({ isDrawingType($0) || lostDrawingNames.contains($0) }),
      !lostNames.subtracting(lostDrawingNames).contains(cause)
    {
      return true
    }
    guard !ownNames.contains(cause), available.module(of: cause) == nil else { return false }
    let missing = missingImports(of: context.file)
    let onlyDraws = missing.isSubset(of: Drawing.modules)
    // A method of the superclass, unless another module could have a function with this name.
    if cause.first?.isLowercase == true, context.reason.hasPrefix("cannot find '"),
      let type = files[context.file].outline.chain(at: context.offset).last(where: \.kind.isType),
      let superclass = superclasses[type.name], isDrawingType(type.name)
    {
      return onlyDraws || placeholders[superclass] != nil
    }
    // A name that only a missing module can have, and not one of Apple's that do more than draw.
    return !missing.isEmpty && onlyDraws && cause.first?.isUppercase == true
      && !Drawing.mayDoMore(cause)
  }

  static func quoted(_ text: String) -> String {
    var result = ""
    for character in text.prefix(160) {
      switch character {
      case "\"", "\\": result += "\\\(character)"
      case "\n", "\r": result += " "
      default: result.append(character)
      }
    }
    return result
  }

  /// The view that a function changes, which stands in the place of what it makes of it: `self` in an extension of
  /// `View`, the content of a modifier, the label of a button's style.
  private func changedView(_ owner: Outline.Node, in file: Int) -> String? {
    if owner.parent >= 0, owner.kind == .function || owner.kind == .variable {
      let type = files[file].outline.nodes[owner.parent]
      let isStatic = owner.modifiers.contains { $0.name == "static" }
      if type.kind == .extension, type.name == "View", !isStatic { return "self" }
    }
    guard owner.kind == .function, let body = owner.body else { return nil }
    let head = files[file].string(owner.range.lowerBound..<body.lowerBound).filter { $0 != " " }
    if head.contains("funcbody(content:") { return "content" }
    return head.contains("funcmakeBody(configuration:") ? "configuration.label" : nil
  }

  /// A value for an opaque type: an expression; an empty text if there is none; nil if the type is not opaque.
  ///
  /// - Parameter owner: the function or variable whose value it is.
  func opaqueValue(
    _ type: String?, _ context: Context, _ range: Range<Int>, of owner: Outline.Node? = nil
  ) -> String? {
    guard let type, type.split(whereSeparator: { !$0.isLetter }).contains("some") else {
      return nil
    }
    let name = type.filter { $0 != " " && $0 != "(" && $0 != ")" }.replacing("SwiftUI.", with: "")
    let cause = context.cause.isEmpty ? place(context.file, range.lowerBound) : context.cause
    let text = "Text(\"left out: \(Self.quoted(cause))\")"
    let note = "yobanSkip(\(arguments(context, at: range.lowerBound)))"
    if let view = owner.flatMap({ changedView($0, in: context.file) }), name.hasPrefix("some") {
      return "\(view).onAppear { \(note) }"
    }
    switch name {
    case "someView": return "\(text).onAppear { \(note) }"
    case "someScene": return "WindowGroup { \(text).onAppear { \(note) } }"
    default: return ""
    }
  }

  // MARK: Declarations

  /// Takes a declaration out.
  mutating func cutMember(_ context: Context, _ node: Outline.Node) -> Bool {
    if node.kind == .accessor, node.parent >= 0 {
      return cutMember(context, files[context.file].outline.nodes[node.parent])
    }
    lostNames.formUnion(node.name.split(separator: ",").map(String.init))
    return files[context.file].add(
      EditKey(.member, node.id),
      Edit(range: node.range, replacement: "", level: .member, reason: context.reason))
  }

  /// Takes the value of a variable out. A stored property is empty until somebody gives it a value.
  mutating func cutValue(_ context: Context, _ node: Outline.Node, _ binding: Outline.Binding)
    -> Bool
  {
    let key = EditKey(.value, node.id, binding.name)
    guard let value = binding.value, files[context.file].edits[key] == nil else {
      return cutMember(context, node)
    }
    if let type = binding.type {
      switch opaqueValue(type, context, value) {
      case "": return cutMember(context, node)
      case let view?:
        return files[context.file].add(
          key, Edit(range: value, replacement: "= \(view)", level: .value, reason: context.reason))
      case nil: break
      }
      let isWrapped = makeLate(context, node, binding)
      if isWrapped || type.hasSuffix("?") || type.hasSuffix("!") {
        let text = isWrapped ? "" : "= nil"
        return files[context.file].add(
          key, Edit(range: value, replacement: text, level: .value, reason: context.reason))
      }
      return files[context.file].add(
        key,
        Edit(
          range: value, replacement: "= " + stand(.value, context, for: value),
          level: .value,
          reason: context.reason))
    }
    guard let type = Self.constructedType(binding.valueText ?? "") else {
      return cutMember(context, node)
    }
    let isWrapped = makeLate(context, node, binding)
    let range = binding.patternEnd..<value.upperBound
    let text =
      isWrapped ? ": \(type)" : ": \(type) = " + stand(.value, context, for: value)
    return files[context.file].add(
      key, Edit(range: range, replacement: text, level: .value, reason: context.reason))
  }

  /// The type of a value such as `Model(1)`, `Model.shared`, `[Model]()` or `Model { … }`.
  static func constructedType(_ value: String) -> String? {
    let rest = value.drop { $0 == " " }
    if rest.hasPrefix("["), let end = rest.firstIndex(of: "]"),
      rest[rest.index(after: end)...].hasPrefix("(")
    {
      return String(rest[...end])
    }
    let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    guard let first = name.first, first.isUppercase else { return nil }
    let after = rest.dropFirst(name.count)
    if after.hasPrefix("("), !after.contains(").") { return String(name) }
    if after.drop(while: { $0 == " " }).hasPrefix("{") { return String(name) }
    if [".shared", ".default", ".standard"].contains(String(after)) { return String(name) }
    return nil
  }

  /// Makes a stored property one that has no value until it is set. Returns false if it cannot be.
  mutating func makeLate(_ context: Context, _ node: Outline.Node, _ binding: Outline.Binding)
    -> Bool
  {
    let nodes = files[context.file].outline.nodes
    let modifiers = Set(node.modifiers.map { String($0.name.prefix { $0 != "(" }) })
    guard node.bindings.count == 1, !binding.hasAccessors, node.attributes.isEmpty,
      node.parent >= 0,
      [.class, .struct, .actor].contains(nodes[node.parent].kind),
      modifiers.isDisjoint(with: ["static", "class", "lazy", "weak", "unowned", "nonisolated"]),
      binding.name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }),
      let keyword = keyword(of: node, in: context.file)
    else { return false }
    // The macro @Observable would make a computed property of it.
    let isObserved = nodes[node.parent].attributes.contains { $0.name == "Observable" }
    let attribute =
      (isObserved ? "@ObservationIgnored " : "")
      + "@YobanLateValue(\(arguments(context, at: node.range.lowerBound))) "
    let start = node.range.lowerBound..<node.range.lowerBound
    guard
      files[context.file].add(
        EditKey(.attribute, node.id, "late"),
        Edit(range: start, replacement: attribute, level: nil, reason: context.reason))
    else { return false }
    _ = files[context.file].add(
      EditKey(.keyword, node.id, "var"),
      Edit(range: keyword, replacement: "var", level: nil, reason: context.reason))
    return true
  }

  /// Lets a property have no value until it is set (`YobanLateValue`), if an initializer sets it with code that is left
  /// out. Returns false if the property has an empty value, or cannot be wrapped.
  private mutating func delays(
    _ assignment: String, _ context: Context, _ initializer: Outline.Node
  ) -> Bool {
    let isOfSelf = assignment.hasPrefix("self.")
    let target = isOfSelf ? assignment.dropFirst("self.".count) : assignment[...]
    let name = target.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    guard target.dropFirst(name.count).drop(while: { $0 == " " || $0 == "\n" }).hasPrefix("=")
    else { return false }
    let isLocal = files[context.file].outline.nodes.contains {
      $0.kind == .variable && $0.parent != initializer.parent
        && $0.bindings.contains { $0.name == name }
        && initializer.range.contains($0.range.lowerBound)
    }
    guard isOfSelf || !isLocal else { return false }
    let property = files[context.file].outline.nodes.first {
      $0.kind == .variable && $0.parent == initializer.parent && $0.bindings.count == 1
        && $0.bindings[0].name == name
    }
    guard let property, let binding = property.bindings.first, binding.value == nil,
      let type = binding.type, let first = type.first, first.isUppercase,
      !type.hasSuffix("?"), !type.hasSuffix("!"), !Self.typesWithEmptyValue.contains(type)
    else { return false }
    if let late = files[context.file].edits[EditKey(.attribute, property.id, "late")] {
      // An empty edit says that the property cannot be late.
      return !late.replacement.isEmpty
    }
    return makeLate(context, property, binding)
  }

  private static let typesWithEmptyValue: Set = [
    "String", "Int", "Double", "Bool", "Float", "CGFloat", "TimeInterval", "Data", "Int64", "UInt",
  ]

  /// Takes back that a property has no value until it is set.
  mutating func undoLate(_ file: Int, _ node: Outline.Node) -> Bool {
    guard files[file].edits[EditKey(.attribute, node.id, "late")] != nil else { return false }
    files[file].remove(EditKey(.attribute, node.id, "late"))
    files[file].remove(EditKey(.keyword, node.id, "var"))
    return true
  }

  private func keyword(of node: Outline.Node, in file: Int) -> Range<Int>? {
    guard let name = node.bindings.first else { return nil }
    let start = max(node.range.lowerBound, node.modifiers.last?.range.upperBound ?? 0)
    let text = files[file].text
    var end = name.range.lowerBound
    while end > start, text[end - 1] == 32 || text[end - 1] == 10 { end -= 1 }
    guard end - 3 >= start, ["let", "var"].contains(files[file].string(end - 3..<end)) else {
      return nil
    }
    return end - 3..<end
  }

  /// Leaves out the whole body of a function.
  mutating func cutBody(_ context: Context, _ node: Outline.Node) -> Bool {
    var context = context
    context.canThrow = node.isThrowing
    let key = EditKey(.body, node.id)
    guard let body = node.body, files[context.file].edits[key] == nil else {
      return cutMember(context, node)
    }
    let text: String
    switch opaqueValue(node.result, context, body, of: node) {
    case "": return cutMember(context, node)
    case let view?: text = "{ \(view) }"
    case nil:
      switch node.kind {
      case .initializer where node.isFailable: text = "{ return nil }"
      case .initializer: text = "{ \(stand(.never, context, for: body)) }"
      case .deinitializer: text = "{}"
      case .accessor where ["set", "willSet", "didSet"].contains(node.name):
        text = "{ \(stand(.statement, context, for: body)) }"
      case .accessor where node.name != "get": return cutMember(context, node)
      default:
        text =
          Self.isVoid(node)
          ? "{ \(stand(.statement, context, for: body)) }"
          : "{ return \(stand(.value, context, for: body)) }"
      }
    }
    return files[context.file].add(
      key, Edit(range: body, replacement: text, level: .body, reason: context.reason))
  }

  static func isVoid(_ node: Outline.Node) -> Bool {
    switch node.kind {
    case .function: node.result == nil || node.result == "Void" || node.result == "()"
    case .accessor: node.name != "get"
    case .subscript: false
    default: true
    }
  }

  // MARK: Statements

  /// Leaves out the smallest piece of code around an error. Returns nil if the error is not in code.
  mutating func cutCode(_ context: Context, wholeBody: Bool = false) -> Decision? {
    let file = context.file
    let chain = files[file].outline.chain(at: context.offset)
    if context.offset >= files[file].generatedStart { return cutGenerated(context, chain) }
    guard let owner = Outline.owner(in: chain, at: context.offset),
      let position = chain.firstIndex(where: { $0.id == owner.id })
    else {
      // The place is the head of an accessor, as in the expansion of a macro.
      guard let accessor = chain.last, accessor.kind == .accessor, accessor.body != nil else {
        return nil
      }
      if files[file].isPending(EditKey(.body, accessor.id)) { return .same }
      return cutBody(context, accessor) ? .done("body") : nil
    }
    let key = Owner(file: file, node: owner.id)
    if hitsOfRound.insert(key).inserted { hits[key, default: 0] += 1 }
    if !wholeBody, hits[key, default: 0] <= Self.maximumOfHits {
      let isViewBuilder =
        opaqueValue(owner.result, context, owner.range) != nil
        || chain[...position].contains {
          $0.attributes.contains { $0.name.hasSuffix("ViewBuilder") }
        }
      for node in chain[(position + 1)...].reversed() {
        if node.kind == .methodCall, isViewBuilder, node.isModifier {
          // It says at run time that it is left out.
          let edit = Edit(
            range: node.range,
            replacement: ".yobanModifier(\(arguments(context, at: node.range.lowerBound)))",
            level: .modifier, reason: context.reason)
          if files[file].add(EditKey(.modifier, node.id), edit) { return .done("modifier") }
        }
        if node.kind == .condition, !isViewBuilder,
          !banned.contains(Owner(file: file, node: node.id))
        {
          let value = stand(
            .condition, context, for: node.range, scope: decided(by: node, in: chain))
          let edit = Edit(
            range: node.range, replacement: value, level: .condition, reason: context.reason)
          let key = EditKey(.condition, node.id)
          if files[file].isPending(key) { return .same }
          if files[file].add(key, edit) { return .done("condition") }
        }
        guard node.kind == .statement else { continue }
        let keys = [EditKey(.statement, node.id), EditKey(.restOfBlock, node.id)]
        if keys.contains(where: files[file].isPending) { return .same }
        if keys.contains(where: { files[file].edits[$0] != nil }) { continue }
        if cutStatement(context, owner, chain, node) { return .done("statement") }
      }
    }
    if owner.kind == .variable {
      guard
        let binding = owner.bindings.first(where: { $0.value?.contains(context.offset) == true })
      else {
        return nil
      }
      let key = EditKey(.value, owner.id, binding.name)
      if files[file].isPending(key) { return .same }
      return cutValue(context, owner, binding) ? .done("value") : nil
    }
    let body = EditKey(.body, owner.id)
    if files[file].isPending(body) { return .same }
    return cutBody(context, owner) ? .done("body") : nil
  }

  /// The code about which a condition decides: the whole statement; for `guard`, all that follows, too.
  private func decided(by condition: Outline.Node, in chain: [Outline.Node]) -> Range<Int>? {
    let statement = chain.last {
      $0.kind == .statement && $0.range.lowerBound <= condition.range.lowerBound
        && $0.range.upperBound >= condition.range.upperBound
    }
    guard let statement else { return nil }
    guard statement.statement == .guard, let list = statement.body else { return statement.range }
    return statement.range.lowerBound..<max(list.upperBound, statement.range.upperBound)
  }

  /// Takes an entry out of a table that the port wrote, or the statement.
  private mutating func cutGenerated(_ context: Context, _ chain: [Outline.Node]) -> Decision? {
    guard
      let node = chain.last(where: {
        $0.kind == .element || $0.kind == .statement || $0.kind == .extension
      })
    else { return nil }
    let edit = Edit(range: node.range, replacement: "", level: nil, reason: context.reason)
    return files[context.file].add(EditKey(.element, node.id), edit)
      ? .done("entry of a table") : .same
  }

  /// The call of the initializer that a placeholder has, in a class that inherits from it; nil for another class.
  private func callOfMissingSuperclass(_ initializer: Outline.Node, in file: Int) -> String? {
    guard initializer.parent >= 0,
      let superclass = superclasses[files[file].outline.nodes[initializer.parent].name],
      case .class(let base)? = placeholders[superclass]?.kind
    else { return nil }
    switch base {
    case "NSObject": return "super.init()"
    case "UITableViewCell": return "super.init(style: .default, reuseIdentifier: nil)"
    case _ where base.hasSuffix("Controller"): return "super.init(nibName: nil, bundle: nil)"
    default: return "super.init(frame: .zero)"
    }
  }

  /// Leaves out one statement. Returns false if a larger piece has to go.
  mutating func cutStatement(
    _ context: Context, _ owner: Outline.Node, _ chain: [Outline.Node], _ node: Outline.Node
  ) -> Bool {
    let file = context.file
    let key = EditKey(.statement, node.id)
    guard files[file].edits[key] == nil, files[file].edits[EditKey(.restOfBlock, node.id)] == nil
    else {
      return false
    }
    let text = files[file].string(node.range)
    let isInClosure = chain.contains {
      $0.kind == .closure && owner.range.lowerBound <= $0.range.lowerBound
        && $0.range.lowerBound < node.range.lowerBound
        && node.range.upperBound <= $0.range.upperBound
    }
    var context = context
    context.canThrow = owner.isThrowing && !isInClosure
    let needsValue = !Self.isVoid(owner) || owner.kind == .variable
    let opaque =
      owner.kind == .variable ? nil : opaqueValue(owner.result, context, node.range, of: owner)
    if !isInClosure, node.parent == owner.id, node.count == 1, needsValue { return false }
    if isInClosure, node.count == 1, text.contains("$0") || text.contains("$1") { return false }

    func add(_ range: Range<Int>, _ replacement: String) -> Bool {
      files[file].add(
        key, Edit(range: range, replacement: replacement, level: .statement, reason: context.reason)
      )
    }
    switch node.statement {
    case .return:
      if !isInClosure, let opaque { return !opaque.isEmpty && add(node.range, "return \(opaque)") }
      if owner.kind == .initializer, !isInClosure { return false }
      return add(node.range, "return \(stand(.value, context, for: node.range))")
    case .throw:
      return add(
        node.range, "throw YobanLeftOutError(\"\(place(file, node.range.lowerBound))\")")
    case .expression:
      if owner.kind == .initializer, text.hasPrefix("super.init("),
        let call = callOfMissingSuperclass(owner, in: file)
      {
        return add(node.range, call)
      }
      // An assignment stays one, because it may be the initialization of a property.
      if let equals = Self.assignment(text), context.offset >= node.range.lowerBound + equals {
        if owner.kind == .initializer, delays(text, context, owner) {
          return add(node.range, stand(.statement, context, for: node.range))
        }
        let range = node.range.lowerBound + equals..<node.range.upperBound
        let value = stand(.value, context, for: node.range)
        if owner.kind == .initializer || !value.hasPrefix("yobanEmpty") { return add(range, value) }
      }
    default: break
    }
    if node.statement == .variable, let typed = typedVariable(node, in: file),
      !typed.type.contains("some ")
    {
      return add(typed.value, "= \(stand(.value, context, for: typed.value))")
    }
    let names = declaredNames(node, in: file)
    lostNames.formUnion(names)
    if isDrawing(context, node.range) { lostDrawingNames.formUnion(names) }
    if !names.isEmpty, opaque == nil, let list = node.body {
      let rest = node.range.upperBound..<max(node.range.upperBound, list.upperBound)
      if !Outline(files[file].string(rest)).identifiers.isDisjoint(with: names) {
        if owner.kind == .initializer, !isInClosure {
          return add(node.range, stand(.statement, context, for: node.range))
        }
        let range = node.range.lowerBound..<rest.upperBound
        let stands = stand(.value, context, for: range)
        let skips = stand(.statement, context, for: range)
        let canGoOn =
          skips.hasPrefix("yobanSkip") && (!needsValue || node.parent != owner.id) && !isInClosure
        return files[file].add(
          EditKey(.restOfBlock, node.id),
          Edit(
            range: range, replacement: canGoOn ? skips : "return \(stands)", level: .restOfBlock,
            reason: context.reason))
      }
    }
    return add(node.range, stand(.statement, context, for: node.range))
  }

  /// Leaves out the next larger piece around a statement whose replacement does not compile.
  mutating func cutLarger(_ context: Context, than node: Outline.Node) -> Decision {
    let file = context.file
    let chain = files[file].outline.chain(at: node.range.lowerBound).filter {
      $0.range.lowerBound <= node.range.lowerBound && $0.range.upperBound >= node.range.upperBound
    }
    guard let owner = Outline.owner(in: chain, at: node.range.lowerBound) else { return .nothing }
    for outer in chain.reversed()
    where outer.kind == .statement && outer.id != node.id
      && outer.range.lowerBound > owner.range.lowerBound
      && !banned.contains(Owner(file: file, node: outer.id))
    {
      if cutStatement(context, owner, chain, outer) { return .done("statement around") }
    }
    if owner.kind == .variable {
      guard
        let binding = owner.bindings.first(where: {
          $0.value?.contains(node.range.lowerBound) == true
        })
      else { return .nothing }
      return cutValue(context, owner, binding) ? .done("value") : .nothing
    }
    return cutBody(context, owner) ? .done("body") : .nothing
  }

  /// The UTF-8 offset behind the `=` of an assignment such as `self.a.b = …`.
  static func assignment(_ text: String) -> Int? {
    let bytes = Array(text.utf8)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      let isName =
        byte == 46 || byte == 95 || (48...57).contains(byte) || (65...90).contains(byte)
        || (97...122).contains(byte) || byte >= 128
      if !isName { break }
      index += 1
    }
    guard index > 0 else { return nil }
    while index < bytes.count, bytes[index] == 32 { index += 1 }
    guard index < bytes.count, bytes[index] == 61, index + 1 < bytes.count, bytes[index + 1] != 61
    else {
      return nil
    }
    index += 1
    while index < bytes.count, bytes[index] == 32 || bytes[index] == 10 { index += 1 }
    return index
  }

  private func declaration(in statement: Outline.Node, file: Int) -> Outline.Node? {
    files[file].outline.nodes.first {
      $0.parent == statement.id && [.variable, .function].contains($0.kind)
        && $0.range == statement.range
    }
  }

  private func typedVariable(_ node: Outline.Node, in file: Int) -> (
    type: String, value: Range<Int>
  )? {
    guard let bindings = declaration(in: node, file: file)?.bindings, bindings.count == 1,
      let type = bindings[0].type, let value = bindings[0].value
    else { return nil }
    return (type, value)
  }

  private func declaredNames(_ node: Outline.Node, in file: Int) -> [String] {
    switch node.statement {
    case .variable, .function:
      let names = declaration(in: node, file: file)?.name ?? ""
      return names.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init).filter {
        $0 != "_"
      }
    case .guard:
      let text = files[file].string(node.range)
      let condition = text.ranges(of: " else").first.map { text[..<$0.lowerBound] } ?? text[...]
      let words = condition.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
      return zip(words, words.dropFirst()).filter { ["let", "var"].contains($0.0) }.map {
        String($0.1)
      }
    default: return []
    }
  }
}
