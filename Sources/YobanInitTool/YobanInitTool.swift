import YobanInitCommand

@main
enum YobanInitTool {
  static func main() { InitCommand.main() }
}
