import Foundation

// The command of the plugin: yoban-port-tool ARGUMENTS-FILE. The plugin writes the file.
do {
  if CommandLine.arguments.count == 3, CommandLine.arguments[1] == "--error" {
    // A mistake that the plugin found. SwiftPM runs the plugin again only if it plans the build again.
    throw UserError(
      CommandLine.arguments[2]
        + " After the correction, run: swift build --disable-build-manifest-caching")
  }
  guard CommandLine.arguments.count == 2 else {
    throw UserError("usage: yoban-port-tool ARGUMENTS-FILE. The plugin YobanPort runs this tool.")
  }
  let job = try PortJob.read(CommandLine.arguments[1])
  try PortRun(job).run()
} catch let error as UserError {
  FileHandle.standardError.write(Data("error: \(error.message)\n".utf8))
  exit(1)
} catch {
  FileHandle.standardError.write(Data("error: \(error)\n".utf8))
  exit(1)
}
