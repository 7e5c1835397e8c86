import Foundation
import TestPrograms
import Testing

/// Users, access control and TLS of a broker, and wrong command lines.
@Suite(.serialized, .patience) struct MQTTAccessTests {
  /// Runs the command until it ends, and returns what it prints.
  private static func run(
    _ options: String..., environment: [String: String] = [:]
  ) async throws -> ProgramResult {
    try await runProgram(
      CollectorProcess.command(["mqtt", "--database", "/dev/null/db"] + options),
      environment: environment)
  }

  @Test(
    arguments: [
      (["--broker", "example.org", "--format", "theengs"], "must begin with mqtt://"),
      (["--broker", "mqtt://jane:a@example.org", "--format", "theengs"], "--password-file"),
      (["--broker", "mqtt://localhost", "--format", "csv"], "use one of sensor-logger, overland"),
      (["--broker", "mqtt://localhost", "--format", "influx"], "no usual topic"),
      (["--broker", "mqtt://localhost", "--format", "sensor-logger"], "does not name the device"),
      (
        ["--broker", "mqtt://localhost", "--format", "theengs", "--topic", "a/#/b"],
        "# may only be the last level"
      ),
      (["--broker", "mqtt://localhost", "--format", "theengs", "--device", "a b"], "--device"),
      (
        ["--broker", "mqtt://localhost", "--format", "theengs", "--ca-file", "/x"], "mqtts://"
      ),
      (
        ["--broker", "mqtts://localhost", "--format", "theengs", "--client-key", "/x"],
        "belong together"
      ),
      (
        ["--broker", "mqtt://localhost", "--format", "theengs", "--max-devices", "0"],
        "from 1 to 100000"
      ),
    ])
  func `a wrong command line is refused with what to enter`(
    options: [String], reason: String
  ) async throws {
    let result = try await runProgram(
      CollectorProcess.command(["mqtt", "--database", "/dev/null/db"] + options))
    #expect(result.status == 64)
    #expect(result.output.contains(reason), "\(result.output)")
    #expect(!result.output.contains("jane:a"))
  }

  @Test func `a password without a user is refused`() async throws {
    let result = try await Self.run(
      "--broker", "mqtt://localhost", "--format", "theengs",
      environment: ["YOBAN_MQTT_PASSWORD": "a"])
    #expect(result.status == 64)
    #expect(result.output.contains("use --user"))
  }

  @Test(.needsMosquitto)
  func `the broker asks for a password, and decides about topics`() async throws {
    try await withTemporaryDirectory { folder in
      let (users, access) = (folder + "/users", folder + "/access")
      let made = try await runProgram(["mosquitto_passwd", "-b", "-c", users, "jane", "secret"])
      try #require(made.status == 0, "\(made.output)")
      try "user jane\ntopic readwrite home/#\n".write(
        toFile: access, atomically: true, encoding: .utf8)
      // The broker reads its files as their owner.
      for file in [users, access] {
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
      }
      let broker = try await MosquittoBroker(
        in: folder, ["allow_anonymous false", "password_file \(users)", "acl_file \(access)"])
      let database = folder + "/db"
      let theengs = [
        "mqtt", "--database", database, "--broker", broker.address, "--format", "theengs",
      ]

      let anonymous = try await runProgram(CollectorProcess.command(theengs))
      #expect(anonymous.status == 3)
      #expect(anonymous.output.contains("does not allow this user"), "\(anonymous.output)")

      let wrong = try await runProgram(
        CollectorProcess.command(theengs + ["--user", "jane"]),
        environment: ["YOBAN_MQTT_PASSWORD": "wrong"])
      #expect(wrong.status == 3)
      #expect(!wrong.output.contains("wrong"))

      let password = folder + "/password"
      try "secret\n".write(toFile: password, atomically: true, encoding: .utf8)
      let right = ["--user", "jane", "--password-file", password]
      let collector = try await MQTTProcess(database, broker, ["--format", "theengs"] + right)
      #expect(try await collector.stop().status == 0)

      // mosquitto 2.0 grants a subscription that its access control does not allow, and delivers nothing.
      let missing = try await runProgram(
        CollectorProcess.command(theengs + ["--user", "jane", "--password-file", folder + "/none"]))
      #expect(missing.status == 3)
      #expect(missing.output.contains("cannot read the file"))
    }
  }

  @Test(.needsMosquitto)
  func `with TLS, only a broker with a trusted certificate for its name is used`() async throws {
    try await withTemporaryDirectory { folder in
      try await Self.makeCertificates(in: folder)
      let broker = try await MosquittoBroker(
        in: folder,
        [
          "allow_anonymous true", "cafile \(folder)/ca.pem", "certfile \(folder)/broker.pem",
          "keyfile \(folder)/broker.key",
        ])
      let database = folder + "/db"
      let command = ["mqtt", "--database", database, "--format", "theengs", "--broker"]
      let authority = ["--ca-file", folder + "/ca.pem"]
      let program = try await RunningProgram(
        CollectorProcess.command(command + ["mqtts://localhost:\(broker.port)"] + authority))
      #expect(await program.nextLine()?.contains("subscribed to home/+/BTtoMQTT/+") == true)
      program.terminate()
      #expect(try await program.waitForExit().status == 0)

      for (options, reason) in [
        (["mqtts://localhost:\(broker.port)"], "certificate verify failed"),
        (["mqtts://127.0.0.1:\(broker.port)"] + authority, "must be for 127.0.0.1"),
      ] {
        let refused = try await RunningProgram(CollectorProcess.command(command + options))
        while !refused.errors.contains("not subscribed at "), !refused.hasEnded {
          try await Task.sleep(for: .milliseconds(20))
        }
        #expect(refused.errors.contains(reason), "\(refused.errors)")
        refused.terminate()
        #expect(try await refused.waitForExit().output == "")
      }
    }
  }

  /// An authority, and a certificate for `localhost`.
  private static func makeCertificates(in folder: String) async throws {
    let key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
    for arguments in [
      ["req", "-x509"] + key + ["-subj", "/CN=test", "-keyout", "ca.key", "-out", "ca.pem"],
      ["req", "-x509"] + key + [
        "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-CA", "ca.pem",
        "-CAkey", "ca.key", "-keyout", "broker.key", "-out", "broker.pem",
      ],
    ] {
      let result = try await runProgram(["openssl"] + arguments, in: folder)
      try #require(result.status == 0, "\(result.output)")
    }
  }
}
