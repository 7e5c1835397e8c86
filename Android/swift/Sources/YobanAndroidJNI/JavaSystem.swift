import CYobanJNI
import Foundation
import Yoban
import YobanAndroid

/// The system of a recording on a real phone, through Java. Isolated to `RecorderActor`.
@RecorderActor
final class JavaSystem: AndroidSystem {
  private let context: JavaObject
  private let service: JavaObject
  private let jobService: JavaObject
  private let packageName: String
  private var wakeLock: JavaObject?
  let apiLevel: Int
  let filesFolder: URL
  let sensors: any AndroidSensors

  /// The number of the restart job in the app's JobScheduler.
  private static let jobNumber: Int32 = 0x596f_6261

  /// - Parameters:
  ///   - context: the context of the application.
  ///   - service: the class of the service.
  ///   - jobService: the class of the service for the restart job.
  /// - Throws: what Android has thrown.
  init(
    context: JavaObject, service: JavaObject, jobService: JavaObject
  ) throws(AndroidRefusal) {
    self.context = context
    self.service = service
    self.jobService = jobService
    let facts = try JavaVirtualMachine.run { java throws(AndroidRefusal) in
      // Recordings and their numbers belong to this phone. A backup would bring them to another one.
      let folder = try java.callObject(context.object, "getNoBackupFilesDir", "()Ljava/io/File;")
      let path = try folder.map { folder throws(AndroidRefusal) in
        try java.callObject(folder, "getPath", "()Ljava/lang/String;")
      }
      let package = try java.callObject(
        context.object, "getPackageName", "()Ljava/lang/String;")
      guard let path = path ?? nil, let package else {
        throw AndroidRefusal(
          className: "java.io.IOException", message: "The app has no folder for its files.")
      }
      let version = try java.findClass("android/os/Build$VERSION")
      return (
        path: java.text(path), package: java.text(package),
        apiLevel: try java.staticInt(version, "SDK_INT")
      )
    }
    packageName = facts.package
    apiLevel = Int(facts.apiLevel)
    filesFolder = URL(filePath: facts.path, directoryHint: .isDirectory)
    sensors = NDKSensors(package: facts.package)
  }

  // MARK: Facts

  var deviceFacts: DeviceFacts {
    JavaVirtualMachine.run { java in
      DeviceFacts(
        battery: try? battery(java), appVersion: try? appVersion(java),
        freeBytes: try? FileOperations.posix.freeSpace(filesFolder.path))
    }
  }

  private func battery(_ java: JavaEnvironment) throws(AndroidRefusal) -> Int? {
    guard let manager = try systemService("batterymanager", java) else { return nil }
    // BATTERY_PROPERTY_CAPACITY; Integer.MIN_VALUE where it is not known.
    let percent = try java.callInt(manager, "getIntProperty", "(I)I", jvalue(i: 4))
    return (0...100).contains(percent) ? Int(percent) : nil
  }

  private func appVersion(_ java: JavaEnvironment) throws(AndroidRefusal) -> String? {
    guard
      let packages = try java.callObject(
        context.object, "getPackageManager", "()Landroid/content/pm/PackageManager;"),
      let package = try java.callObject(
        packages, "getPackageInfo", "(Ljava/lang/String;I)Landroid/content/pm/PackageInfo;",
        jvalue(l: try java.string(packageName)), jvalue(i: 0))
    else { return nil }
    return try java.text(of: package, field: "versionName")
  }

  var ignoresBatteryOptimizations: Bool {
    let answer = try? JavaVirtualMachine.run { java throws(AndroidRefusal) in
      guard let power = try systemService("power", java) else { return false }
      return try java.callBoolean(
        power, "isIgnoringBatteryOptimizations", "(Ljava/lang/String;)Z",
        jvalue(l: try java.string(packageName)))
    }
    return answer ?? false
  }

  private func systemService(
    _ name: String, _ java: JavaEnvironment
  ) throws(AndroidRefusal) -> jobject? {
    try java.callObject(
      context.object, "getSystemService", "(Ljava/lang/String;)Ljava/lang/Object;",
      jvalue(l: try java.string(name)))
  }

  // MARK: Service

  func startService(inForeground: Bool) throws(AndroidRefusal) {
    try JavaVirtualMachine.run { java throws(AndroidRefusal) in
      _ = try java.callObject(
        context.object, inForeground ? "startForegroundService" : "startService",
        "(Landroid/content/Intent;)Landroid/content/ComponentName;",
        jvalue(l: try serviceIntent(java)))
    }
  }

  func stopService() {
    perform("The service could not be stopped") { java throws(AndroidRefusal) in
      _ = try java.callBoolean(
        context.object, "stopService", "(Landroid/content/Intent;)Z",
        jvalue(l: try serviceIntent(java)))
    }
  }

  private func serviceIntent(_ java: JavaEnvironment) throws(AndroidRefusal) -> jobject {
    try java.new(
      try java.findClass("android/content/Intent"),
      "(Landroid/content/Context;Ljava/lang/Class;)V",
      jvalue(l: context.object), jvalue(l: service.object))
  }

  // MARK: Wake lock

  func acquireWakeLock() throws(AndroidRefusal) {
    releaseWakeLock()
    wakeLock = try JavaVirtualMachine.run { java throws(AndroidRefusal) in
      guard let power = try systemService("power", java),
        // PARTIAL_WAKE_LOCK
        let lock = try java.callObject(
          power, "newWakeLock", "(ILjava/lang/String;)Landroid/os/PowerManager$WakeLock;",
          jvalue(i: 1), jvalue(l: try java.string("yoban:recording")))
      else {
        throw AndroidRefusal(
          className: "java.lang.NullPointerException", message: "This phone has no PowerManager.")
      }
      try java.call(lock, "acquire", "()V")
      return JavaObject(java, lock)
    }
  }

  func releaseWakeLock() {
    guard let lock = wakeLock else { return }
    wakeLock = nil
    perform("The wake lock could not be released") { java throws(AndroidRefusal) in
      try java.call(lock.object, "release", "()V")
    }
  }

  // MARK: Restart job

  func setRestartJob(_ isWanted: Bool) {
    perform("The restart job could not be scheduled") { java throws(AndroidRefusal) in
      guard let scheduler = try systemService("jobscheduler", java) else { return }
      guard isWanted else {
        return try java.call(scheduler, "cancel", "(I)V", jvalue(i: Self.jobNumber))
      }
      // A periodic job that is scheduled again starts at once, and a running one is stopped.
      let known = try java.callObject(
        scheduler, "getPendingJob", "(I)Landroid/app/job/JobInfo;", jvalue(i: Self.jobNumber))
      guard known == nil else { return }
      let component = try java.new(
        try java.findClass("android/content/ComponentName"),
        "(Landroid/content/Context;Ljava/lang/Class;)V",
        jvalue(l: context.object), jvalue(l: jobService.object))
      let builder = try java.new(
        try java.findClass("android/app/job/JobInfo$Builder"),
        "(ILandroid/content/ComponentName;)V",
        jvalue(i: Self.jobNumber), jvalue(l: component))
      // The shortest period that Android has, and the job is kept over a boot.
      _ = try java.callObject(
        builder, "setPeriodic", "(J)Landroid/app/job/JobInfo$Builder;", jvalue(j: 15 * 60 * 1000))
      _ = try java.callObject(
        builder, "setPersisted", "(Z)Landroid/app/job/JobInfo$Builder;", jvalue(z: 1))
      let job = try java.callObject(builder, "build", "()Landroid/app/job/JobInfo;")
      _ = try java.callInt(
        scheduler, "schedule", "(Landroid/app/job/JobInfo;)I", jvalue(l: job))
    }
  }

  /// Makes calls whose failure changes nothing for the recording; it is in the log.
  private func perform(
    _ failure: String, _ body: (JavaEnvironment) throws(AndroidRefusal) -> Void
  ) {
    do throws(AndroidRefusal) {
      try JavaVirtualMachine.run(body)
    } catch {
      NativeLog.write(.warning, "\(failure): \(error)")
    }
  }
}

/// The service that Java has created.
@RecorderActor
final class JavaService: AndroidService {
  private let service: JavaObject
  private let settings: RecorderSettings
  private let apiLevel: Int

  /// - Parameter apiLevel: the one of the phone.
  init(_ service: JavaObject, _ settings: RecorderSettings, apiLevel: Int) {
    self.service = service
    self.settings = settings
    self.apiLevel = apiLevel
  }

  func enterForeground(_ type: AndroidServiceType) throws(AndroidRefusal) {
    // A phone that is older than the type has those of the manifest.
    let number = apiLevel >= type.apiLevel ? type.rawValue : 0
    try JavaVirtualMachine.run { java throws(AndroidRefusal) in
      try java.call(
        service.object, "enterForeground",
        "(ILjava/lang/String;Ljava/lang/String;Ljava/lang/String;)V", jvalue(i: number),
        jvalue(l: try java.string(settings.title)), jvalue(l: try java.string(settings.text)),
        jvalue(l: try java.string(settings.icon)))
    }
  }
}
