import Synchronization

/// The modules of an app whose static and global variables are initialized again in every launch.
///
/// On a device, every process has its own variables. Here, all simulated processes share those of
/// the test's executable. For the modules of an app, the simulation saves and restores them: every
/// launch begins with fresh ones, and each device has its own.
public enum StaticVariables: Hashable, Sendable {
  /// All modules that are linked into the executable, and the variables of C libraries in it, without
  /// those of Yoban and of the system, and without test modules.
  case ofLinkedModules
  /// The modules with these names, such as `["MyApp", "MyAppKit"]`.
  case ofModules([String])
  /// None: all launches, devices and worlds of the executable share all variables.
  case shared

  /// Reads the executable once.
  private static let table = StaticsTable()

  /// The names of the modules that are linked into the executable and have static or global
  /// variables, in alphabetical order, without those of Yoban and of the system.
  public static var linkedModules: [String] { table.linked }

  /// The names of the modules whose types the executable defines, in alphabetical order.
  package static var modulesWithTypes: [String] { table.modulesWithTypes.sorted() }

  /// The names that this case lists and that are not modules with variables in the executable.
  package var unknownModules: [String] {
    guard case .ofModules(let names) = self else { return [] }
    return names.filter { Self.table.module($0) == nil }
  }

  /// Whether the simulation can give every launch its own variables of this type's module: not if the
  /// module is in a dynamic library, or if the executable was stripped of its symbol table.
  package func covers(_ type: Any.Type) -> Bool {
    guard let module = _mangledTypeName(type).flatMap({ SwiftSymbol.module(of: "$s\($0)") }) else {
      return true
    }
    return covers(module: module)
  }

  func covers(module: String) -> Bool {
    self == .shared || OwnModules.contains(module) || Self.table.modulesWithTypes.contains(module)
  }

  /// In the order of their names.
  var modules: [ModuleStatics] {
    switch self {
    case .shared: []
    case .ofModules(let names): Set(names).sorted().compactMap { Self.table.module($0) }
    case .ofLinkedModules:
      Self.table.linked.filter { !Self.table.isTest($0) }.compactMap { Self.table.module($0) }
        + [Self.table.foreign].compactMap(\.self)
    }
  }

  /// Runs the body while no simulation runs code of these modules, with the values that their
  /// variables have outside of all simulations.
  package func outsideSimulations<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async throws -> Result {
    var entered: [ModuleStatics] = []
    defer { for module in entered { module.leaveAsHost() } }
    for module in modules {
      while !module.tryToEnterAsHost() { try await Task.sleep(for: .milliseconds(1)) }
      entered.append(module)
    }
    return try await body()
  }

  /// Runs code that uses variables of C libraries in the executable, such as those of SQLite.
  ///
  /// A simulation puts the values of an app's process into them at any time. The body has the values of its
  /// process; on a thread or in a process that has none, it has those outside of all simulations, and no
  /// simulation changes them meanwhile. Calls can be nested.
  package static func usingForeignVariables<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let foreign = table.foreign else { return try body() }
    if let simulation = Simulation.current {
      simulation.useHostVariables(of: foreign)
      return try body()
    }
    foreign.joinHost()
    defer { foreign.leaveAsHost() }
    return try body()
  }
}

/// The modules in the executable.
///
/// Sendable: everything but `made` is constant.
private final class StaticsTable: Sendable {
  /// In alphabetical order.
  let linked: [String]
  /// The variables of C libraries; nil if there are none.
  let foreign: ModuleStatics?
  /// The modules whose types the executable defines.
  let modulesWithTypes: Set<String>
  private let variables: [String: [ExecutableVariables.Variable]]
  private let testModules: Set<String>
  private let made = Mutex<[String: ModuleStatics]>([:])

  init() {
    let executable = ExecutableVariables()
    let all = executable.all
    modulesWithTypes = Set(executable.types.compactMap(SwiftSymbol.module))
    var tests = Set<String>()
    var byModule: [String: [ExecutableVariables.Variable]] = [:]
    for variable in all {
      let isTest = variable.name.contains("testContentRecord")
      guard isTest || SwiftSymbol.isVariable(variable.name),
        let module = SwiftSymbol.module(of: variable.name)
      else { continue }
      if isTest { tests.insert(module) } else { byModule[module, default: []].append(variable) }
    }
    variables = byModule
    testModules = tests.union(byModule.keys.filter { $0.hasSuffix("Tests") })
    linked = byModule.keys.filter { !OwnModules.contains($0) }.sorted()
    let foreign = all.filter(ForeignVariables.contains)
    self.foreign = foreign.isEmpty ? nil : ModuleStatics("C", foreign)
  }

  func isTest(_ module: String) -> Bool { testModules.contains(module) }

  /// Nil if no module with variables has this name.
  func module(_ name: String) -> ModuleStatics? {
    guard let variables = variables[name] else { return nil }
    return made.withLock { made in
      if let module = made[name] { return module }
      let module = ModuleStatics(name, variables)
      made[name] = module
      return module
    }
  }
}
