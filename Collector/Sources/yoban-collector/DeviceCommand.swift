import ArgumentParser
import Collector
import Foundation

/// `yoban-collector device`: lists devices, and sets their labels and groups.
struct DeviceCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "device",
    abstract: "List devices, and set their labels and groups; possible while the server runs.",
    subcommands: [List.self, Label.self, Group.self])

  /// Prints one line for each device.
  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract:
        "List devices, one per line: its name, when it has last uploaded (- for never), its groups (- for none), its label."
    )

    @Option(help: "The database of the server.")
    var database: DatabaseLocation

    @Option(help: "Only the devices of this group.")
    var group: String?

    @Flag(help: "Print each device as a JSON object on a line.")
    var json = false

    func run() async throws {
      let storage = await database.openWithoutBodies(isExpected: true)
      var last: String?
      repeat {
        let (after, group) = (last, group)
        let devices = try await orFail { () async throws(StorageError) in
          try await storage.devices(
            after: after, containing: "", in: group, atMost: Self.devicesPerStep)
        }
        let descriptions = try await orFail { () async throws(StorageError) in
          try await storage.descriptions(of: devices)
        }
        for device in devices {
          let report = try await orFail { () async throws(StorageError) in
            try await storage.report(of: device)
          }
          let answer = DeviceAnswer(device, descriptions[device] ?? DeviceDescription(), report)
          printLine(json ? answer.jsonLine : answer.line)
        }
        last = devices.count == Self.devicesPerStep ? devices.last : nil
      } while last != nil
    }

    private static let devicesPerStep = 500
  }

  /// Sets or removes a label.
  struct Label: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Set the label of a device, or remove it.",
      discussion: "The label is shown on pages and in answers of the API, such as \"bed 4\".")

    @Option(help: "The database of the server.")
    var database: DatabaseLocation

    @Option(help: "The name of the device.")
    var device: String

    @Flag(help: "Remove the label.")
    var remove = false

    @Argument(help: "The label.")
    var text: String?

    func validate() throws {
      guard remove != (text != nil) else {
        throw ValidationError("Give either a label or --remove.")
      }
      do {
        _ = try text.map(DeviceDescription.label)
      } catch {
        throw ValidationError("\(error)")
      }
    }

    func run() async throws {
      let storage = await database.openWithoutBodies(isExpected: true)
      try await requireKnown([device], in: storage)
      let (device, label) = (device, try text.map(DeviceDescription.label))
      try await orFail { () async throws(StorageError) in
        try await storage.setLabel(label, of: device)
      }
    }
  }

  /// Changes the devices of a group.
  struct Group: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Add devices to a group, or remove them from it.",
      discussion: "A group exists while it has a device. A device can belong to several groups.")

    @Option(help: "The database of the server.")
    var database: DatabaseLocation

    @Flag(help: "Remove the devices from the group.")
    var remove = false

    @Argument(help: "The name of the group.")
    var group: String

    @Argument(help: "The names of the devices.")
    var devices: [String]

    func validate() throws {
      do {
        _ = try DeviceDescription.group(group)
      } catch {
        throw ValidationError("\(error)")
      }
    }

    func run() async throws {
      let storage = await database.openWithoutBodies(isExpected: true)
      let (devices, group) = (devices, try DeviceDescription.group(group))
      guard !remove else {
        let count = try await orFail { () async throws(StorageError) in
          try await storage.remove(devices, fromGroup: group)
        }
        guard count == Set(devices).count else {
          fail(
            "\(Set(devices).count - count) of the devices did not belong to \(group)", .notFound)
        }
        return
      }
      try await requireKnown(devices, in: storage)
      try await orFail { () async throws(StorageError) in
        try await storage.add(devices, toGroup: group)
      }
    }
  }
}

/// Ends the process with an error if a device is not known.
private func requireKnown(
  _ devices: [String], in storage: any CollectorStorage
) async throws {
  for device in devices {
    let isKnown = try await orFail { () async throws(StorageError) in
      try await storage.isKnown(device: device)
    }
    guard isKnown else {
      fail("there is no device \(device); yoban-collector device list shows the names", .notFound)
    }
  }
}

extension DeviceAnswer {
  fileprivate var line: String {
    let groups = groups.isEmpty ? "-" : groups.joined(separator: ",")
    return "\(device)  \(lastUpload.map(iso8601) ?? "-")  \(groups)\(label.map { "  \($0)" } ?? "")"
  }
}
