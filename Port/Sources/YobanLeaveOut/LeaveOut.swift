/// Finds out what must be left out of a module so that it compiles: as little as possible, and only what the
/// compiler complains about.
///
/// This is a state machine without effects. Its user runs the compiler as `next` says, and gives it the output,
/// until `next` is `.finished`. The result depends on the texts and on the output of the compiler only.
public struct LeaveOut {
  /// The extent of a check. The later stages find more, and take longer.
  public enum Stage: String, Codable, Sendable {
    /// Declarations only: the bodies of functions are skipped.
    case declarations
    case types
    /// The checks that the compiler makes after types: initialization, missing returns, isolation.
    case flow
  }

  public enum Step: Equatable {
    /// Run the compiler with all files. `files` are those to check; nil means all.
    case check(Stage, files: Set<String>?)
    case finished
    /// The remaining errors could not be removed.
    case failed([String])
  }

  public private(set) var next: Step
  /// One line for each round.
  public private(set) var log: [String] = []

  var files: [EditedFile]
  /// What the port did not take over from the user's files, by their paths.
  let lostCode: [String: [LostCode]]
  let available: AvailableNames
  /// Swift code that stands in the place of a piece, by place, such as `Model.swift:12`.
  let values: [String: String]
  var placeholders = Placeholders()
  let uses: [String: Outline.TypeUses]
  let genericArguments: [String: Int]
  /// The names that the module declares.
  let ownNames: Set<String>
  let foreignNames: Set<String>
  let ownTypes: Set<String>
  /// The first inherited type of each class of the module.
  let superclasses: [String: String]
  /// The class of UIKit that a storyboard has for a class of the app or of a missing module.
  private(set) var storyboardClasses: [String: String]
  let drawing: Drawing
  /// Names of declarations that were left out.
  var lostNames: Set<String> = []
  /// Those of them that only drew.
  var lostDrawingNames: Set<String> = []
  /// The number of rounds with an error in a function, by file and node.
  var hits: [Owner: Int] = [:]
  var banned: Set<Owner> = []
  /// The names that were added in this round, so that the same error is not handled twice.
  var added: Set<String> = []
  var hitsOfRound: Set<Owner> = []
  /// Why names are missing: how many errors each one caused.
  public internal(set) var missingModules: [String: [String]] = [:]

  private let byPath: [String: Int]
  private var round = 0
  private var stuck = 0
  private var hasCheckedTypes = false
  /// The files to check if only they have changed since the last search.
  private var changedFiles: Set<String>?
  static let maximumOfRounds = 80
  /// After so many rounds with errors in it, a function is left out as a whole.
  static let maximumOfHits = 4

  struct Owner: Hashable {
    var file: Int
    var node: Int
  }

  /// - Parameters:
  ///   - inputs: the files of the module.
  ///   - available: the names that the module can import.
  ///   - ownModules: the modules whose sources are in `inputs`.
  ///   - values: Swift code that stands in the place of a piece, by place, such as `Model.swift:12`.
  ///   - foreignNames: the names of methods in the app's Objective-C files, which are no members of UIKit.
  ///   - storyboardClasses: for each class that a storyboard names, the class of UIKit that its element has.
  ///   - memory: what was left out the last time, of the same module with the same modules around it.
  public init(
    _ inputs: [Input], available: AvailableNames, ownModules: Set<String>,
    values: [String: String] = [:], foreignNames: Set<String> = [],
    storyboardClasses: [String: String] = [:], memory: LeaveOutMemory? = nil
  ) {
    files = inputs.map {
      EditedFile(
        path: $0.path, original: $0.original, text: $0.text, generatedStart: $0.generatedStart,
        regions: $0.regions)
    }
    lostCode = Dictionary(
      inputs.compactMap { input in input.original.map { ($0, input.lost) } }, uniquingKeysWith: +)
    self.available = available
    self.values = values
    self.foreignNames = foreignNames
    byPath = Dictionary(
      files.enumerated().map { ($1.path, $0) }, uniquingKeysWith: { first, _ in first })
    var uses: [String: Outline.TypeUses] = [:]
    var genericArguments: [String: Int] = [:]
    var names: Set<String> = []
    var functions: [String: Set<Signature>] = [:]
    var properties: Set<String> = []
    var types: Set<String> = []
    var superclasses: [String: String] = [:]
    for file in files {
      for (name, use) in file.outline.uses { uses[name, default: .init()].merge(use) }
      genericArguments.merge(file.outline.genericArguments, uniquingKeysWith: max)
      for node in file.outline.nodes where node.kind.isDeclaration {
        let own = node.name.split(separator: ",").map {
          String($0.filter { $0 != " " && $0 != "`" })
        }
        names.formUnion(own)
        if let signature = node.signature,
          node.parent < 0
            || !(file.outline.nodes[node.parent].kind == .extension
              && Drawing.isDrawingExtension(of: file.outline.nodes[node.parent].name))
        {
          functions[node.name, default: []].insert(signature)
        }
        if node.kind == .variable, node.parent < 0 || file.outline.nodes[node.parent].kind.isType {
          properties.formUnion(own)
        }
        if node.kind.isType, node.kind != .extension { types.insert(node.name) }
        if node.kind == .class, let first = node.inherited.first {
          superclasses[node.name] = first.name
        }
      }
    }
    self.uses = uses
    self.genericArguments = genericArguments
    ownNames = names
    ownTypes = types
    self.superclasses = superclasses
    // A missing superclass of such a class has the same one.
    self.storyboardClasses = storyboardClasses
    for (name, base) in storyboardClasses.sorted(by: { $0.key < $1.key }) {
      var name = name
      while let superclass = superclasses[name], self.storyboardClasses[superclass] == nil {
        self.storyboardClasses[superclass] = base
        name = superclass
      }
    }
    drawing = Drawing(
      functions: functions, properties: properties,
      isSimulated: { name in
        if Self.system.contains(name) { return true }
        // A struct, such as a coordinate, is only data.
        guard available.isClass(name), let module = available.module(of: name) else { return false }
        return !["UIKit", "SwiftUI", "Combine", "Observation", "WatchKit"].contains(module)
      })
    next = .check(.declarations, files: nil)
    let changed = memory.flatMap { recall($0) }
    replaceImports(ownModules)
    guard let changed else { return }
    log.append("nothing but the bodies of functions has changed, in \(changed.count) files")
    hasCheckedTypes = true
    next = changed.isEmpty ? .check(.flow, files: nil) : .check(.declarations, files: nil)
    changedFiles = changed
  }

  /// Names of Foundation and UIKit that act, in code that would otherwise only draw.
  private static let system: Set<String> = [
    "UIApplication", "Timer", "UserDefaults", "FileManager", "URLSession", "NotificationCenter",
    "DispatchQueue", "Task", "BGTaskScheduler",
  ]

  /// Replaces the imports of missing modules by what these modules would bring.
  private mutating func replaceImports(_ ownModules: Set<String>) {
    for index in files.indices {
      for node in files[index].outline.nodes where node.kind == .import {
        guard !available.canImport(node.name) else { continue }
        var names = ["Foundation"]
        if !ownModules.contains(node.name) {
          missingModules[node.name, default: []].append(place(index, node.range.lowerBound))
          names += AvailableNames.reexports(of: node.name).filter(available.canImport)
        }
        let text = names.map { "import \($0)" }.joined(separator: "; ")
        _ = files[index].add(
          EditKey(.module, node.id),
          Edit(
            range: node.range, replacement: text, level: nil,
            reason: "the module \(node.name) is missing"))
        files[index].imports.formUnion(names)
      }
      files[index].render()
    }
  }

  /// The text of each file with its edits, by path, and the file of placeholders.
  public var texts: [(path: String, text: String)] {
    files.map { ($0.path, String(decoding: $0.rendered, as: UTF8.self)) }
  }

  /// The text of the file with the placeholders; empty if there is none.
  public var placeholderText: String {
    var imports = ["Foundation", "YobanFoundation"]
    imports += ["UIKit", "WatchKit", "SwiftUI"].filter { module in
      available.modules.contains(module)
        && (module != "SwiftUI" || files.contains { $0.imports.contains("SwiftUI") })
    }
    return placeholders.text(imports: imports) { isDrawingType($0) }
  }

  /// The name that the user of this type gives the file with the placeholders.
  public static let placeholderFile = "YobanPlaceholders.swift"

  // MARK: Rounds

  /// Continues with the output of the compiler for the step `next`.
  public mutating func advance(_ output: CompilerOutput) {
    guard case .check(let stage, let checked) = next else { return }
    round += 1
    if stage == .types { hasCheckedTypes = true }
    added = []
    hitsOfRound = []
    if output.errors.isEmpty, !output.hasCrashed {
      log.append("round \(round), \(stage.rawValue): no error")
      next = stepWithoutErrors(stage, checked)
      return
    }
    if stage == .flow, !hasCheckedTypes {
      // Errors of types are left out more finely by the check of types.
      log.append("round \(round), \(stage.rawValue): \(output.errors.count) errors")
      next = .check(.types, files: nil)
      return
    }
    let known = output.errors.filter { $0.place != nil }.map(resolved)
    var counts: [String: Int] = [:]
    var useful = act(on: known, stage, &counts)
    if let place = output.crash, cutCrash(place) {
      useful += 1
      counts["cut because the compiler crashed", default: 0] += 1
    }
    let summary = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { "\($0.value) × \($0.key)" }.joined(separator: ", ")
    log.append(
      "round \(round), \(stage.rawValue)\(checked.map { " of \($0.count) files" } ?? ""): \(output.errors.count)"
        + " errors\(output.hasCrashed ? ", and the compiler crashed" : ""): \(summary)")
    let changed = render()
    next = stepAfterErrors(stage, output, known, changed, useful)
  }

  private func stepWithoutErrors(_ stage: Stage, _ checked: Set<String>?) -> Step {
    switch stage {
    case .declarations:
      .check(hasCuts ? .types : .flow, files: changedFiles.flatMap { hasCuts ? $0 : nil })
    case .types: .check(checked == nil ? .flow : .types, files: nil)
    case .flow: .finished
    }
  }

  private var hasCuts: Bool { placeholders.count > 0 || files.contains { !$0.edits.isEmpty } }

  private mutating func stepAfterErrors(
    _ stage: Stage, _ output: CompilerOutput, _ known: [CompilerMessage], _ changed: Set<String>,
    _ useful: Int
  ) -> Step {
    if round >= Self.maximumOfRounds { return .failed(output.errors.prefix(20).map(\.text)) }
    if useful == 0 {
      if stage == .declarations { return .check(.types, files: changedFiles) }
      stuck += 1
      guard stuck <= 4, cutDeclarations(known) > 0 else {
        return .failed(
          output.errors.prefix(20).map { error in
            (error.place.map { "\($0.file):\($0.line):\($0.column): " } ?? "") + error.text
          })
      }
      _ = render()
    }
    switch stage {
    case .declarations: return .check(.declarations, files: nil)
    case .flow:
      // Types are checked before the flow, so an error of types ends the check early.
      return .check(.flow, files: nil)
    case .types:
      guard !output.hasCrashed else { return .check(.types, files: nil) }
      let places = known.flatMap { error in
        [error.place?.file].compactMap { $0 } + error.notes.map(\.place.file)
      }
      return .check(.types, files: Set(places.filter { byPath[$0] != nil }).union(changed))
    }
  }

  /// Applies the edits. Returns the files that changed.
  private mutating func render() -> Set<String> {
    var changed: Set<String> = []
    for index in files.indices {
      let before = files[index].rendered
      files[index].render()
      if files[index].rendered != before { changed.insert(files[index].path) }
    }
    return changed
  }

  // MARK: One round

  /// The subject of a round: unknown types are handled first, because they cause most other errors.
  enum Phase { case types, declarations, code, flow }

  /// Decides about all errors of a round. Returns how many decisions change something.
  private mutating func act(
    on errors: [CompilerMessage], _ stage: Stage, _ counts: inout [String: Int]
  ) -> Int {
    var errors = errors
    let hasTypes = errors.contains(where: \.isAboutTypes)
    var phase: Phase =
      stage == .flow && !hasTypes
      ? .flow : hasTypes ? .types : stage == .declarations ? .declarations : .code
    let owners = errors.map(owner)
    var hard: Set<Owner> = []
    for (error, owner) in zip(errors, owners) where !error.isFollowUp {
      if let owner { hard.insert(owner) }
    }
    if phase == .types {
      for error in errors where error.shape == "cannot find type '_' in scope" {
        added.insert(error.names[0])
      }
    }
    if phase == .types, stage != .declarations {
      // The declarations are right: the unknown types are within bodies, and concern only these.
      phase = .code
      let withTypes = Set(zip(errors, owners).filter(\.0.isAboutTypes).compactMap(\.1))
      errors = zip(errors, owners).filter { error, owner in
        error.isAboutTypes || owner == nil || !withTypes.contains(owner!)
      }.map(\.0)
    }
    var useful = run(errors, phase, hard, &counts)
    if phase == .types, useful == 0 { useful = run(errors, .code, hard, &counts) }
    return useful
  }

  private mutating func run(
    _ errors: [CompilerMessage], _ phase: Phase, _ hard: Set<Owner>, _ counts: inout [String: Int]
  ) -> Int {
    var useful = 0
    for error in errors {
      if phase == .code, error.isFollowUp, let owner = owner(error), hard.contains(owner) {
        counts["wait", default: 0] += 1
        continue
      }
      let decision = act(on: error, phase)
      counts[decision.rule, default: 0] += 1
      if decision.isUseful { useful += 1 }
    }
    return useful
  }

  /// The decision about an error.
  struct Decision: Equatable {
    var rule: String
    var isUseful: Bool
    static func done(_ rule: String) -> Decision { Decision(rule: rule, isUseful: true) }
    /// Another error of this round has led to the same change.
    static let same = Decision(rule: "the same change", isUseful: false)
    static let wait = Decision(rule: "wait", isUseful: false)
    static let nothing = Decision(rule: "nothing", isUseful: false)
  }

  func fileIndex(_ path: String) -> Int? { byPath[path] }

  /// An error in the expansion of a macro names the file as `#fileID` does, and a line, but no column in it.
  private func resolved(_ error: CompilerMessage) -> CompilerMessage {
    guard let place = error.place, byPath[place.file] == nil, !place.file.hasPrefix("/"),
      let name = place.file.split(separator: "/").last
    else { return error }
    let files = files.filter { $0.path.split(separator: "/").last == name }
    guard files.count == 1 else { return error }
    var error = error
    error.place = CompilerMessage.Place(
      file: files[0].path, line: place.line, column: files[0].firstColumn(ofLine: place.line))
    return error
  }

  /// The file and the offset in its ported text; nil for a place in another file.
  func position(of place: CompilerMessage.Place) -> (file: Int, offset: Int)? {
    guard let file = byPath[place.file] else { return nil }
    return (file, files[file].locate(line: place.line, column: place.column).offset)
  }

  /// The modules that a file imports and that do not exist.
  func missingImports(of file: Int) -> Set<String> {
    Set(files[file].importedModules.filter { !available.canImport($0) })
  }

  private func owner(_ error: CompilerMessage) -> Owner? {
    guard let (file, offset) = error.place.flatMap(position) else { return nil }
    return files[file].outline.owner(at: offset).map { Owner(file: file, node: $0.id) }
  }

  /// Leaves out the code at which the compiler crashed.
  private mutating func cutCrash(_ place: CompilerMessage.Place) -> Bool {
    guard let (file, offset) = position(of: place) else { return false }
    let context = Context(
      file: file, offset: offset, reason: "the compiler crashes here", cause: "")
    if cutCode(context, wholeBody: true) != nil { return true }
    guard let node = files[file].outline.chain(at: offset).last(where: \.kind.isDeclaration) else {
      return false
    }
    return cutMember(context, node)
  }

  /// Leaves out whole declarations when nothing else has helped. Returns how many.
  private mutating func cutDeclarations(_ errors: [CompilerMessage]) -> Int {
    var count = 0
    for error in errors {
      guard let (file, offset) = error.place.flatMap(position) else { continue }
      let context = Context(file: file, offset: offset, reason: error.text, cause: "")
      for node in files[file].outline.chain(at: offset).reversed()
      where node.kind.isDeclaration && files[file].edits[EditKey(.member, node.id)] == nil {
        if cutMember(context, node) { count += 1 }
        break
      }
    }
    return count
  }

  /// The place of an error, and what is missing there.
  struct Context {
    var file: Int
    var offset: Int
    var reason: String
    /// The name that is missing, or the type whose member is missing.
    var cause: String
    /// Whether the code can throw an error, if the place is skipped and has no empty value.
    var canThrow = false
  }

  /// A place as the user knows it, such as `Model.swift:12`.
  func place(_ file: Int, _ offset: Int) -> String {
    let source = files[file].source(at: offset)
    return "\(EditedFile.name(source.path)):\(source.line)"
  }

  /// Whether a type, which may be a placeholder, is only about the screen.
  ///
  /// A member that a class of the app lacks is one of its superclass.
  func isDrawingType(_ name: String) -> Bool {
    var name = name
    var seen: Set<String> = []
    while let superclass = superclasses[name], seen.insert(name).inserted { name = superclass }
    if let placeholder = placeholders[name] {
      if case .class(let base) = placeholder.kind, base != "NSObject" { return true }
      if !placeholder.modules.isEmpty, placeholder.modules.isSubset(of: Drawing.modules) {
        return true
      }
    }
    return Drawing.isDrawing(name)
  }
}

extension CompilerMessage {
  /// Whether an error is about a type or an attribute that does not exist, or that has another kind.
  var isAboutTypes: Bool {
    switch shape {
    case "cannot find type '_' in scope", "cannot find operator '_' in scope", "no such module '_'":
      true
    default:
      shape.hasPrefix("unknown attribute '_'") || shape.contains("is not a member type of")
        || shape.contains("is ambiguous for type lookup")
        || shape.hasPrefix("cannot specialize non-generic")
        || shape.contains("non-protocol") || shape.hasPrefix("multiple inheritance")
        || shape.contains("cannot conform to class protocol")
        || shape.contains("cannot inherit from")
    }
  }

  /// Whether an error is about the arguments of a call, and names a label or nothing.
  static func isAboutArguments(_ text: String) -> Bool {
    [
      "extra argument", "incorrect argument label", "no exact matches in call",
      "argument passed to call that takes no arguments", "missing argument",
    ].contains { text.hasPrefix($0) }
  }

  /// Whether an error often disappears with another error in the same function.
  var isFollowUp: Bool {
    [
      "cannot infer contextual base", "cannot infer key path", "could not be inferred",
      "failed to produce diagnostic", "cannot be resolved without a contextual type",
      "unable to type-check this expression", "unable to infer", "requires a contextual type",
      "type of expression is ambiguous",
    ].contains(where: shape.contains)
  }

  /// The name that is missing, or the type whose member is missing.
  var cause: String {
    if shape.hasPrefix("cannot find"), let name = names.first { return name }
    if shape.contains("has no member"), let type = names.first {
      let member = names.count > 1 ? names[1] : ""
      return Drawing.isDrawing(member) ? member : type
    }
    if shape.contains("is not a member type of"), names.count > 1 { return names[1] }
    return names.first ?? ""
  }
}
