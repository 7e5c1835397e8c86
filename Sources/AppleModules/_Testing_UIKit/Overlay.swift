// When a file imports both Testing and UIKit, the compiler looks for a module of this name. On
// Apple's systems, the module attaches images to tests. Here it only has to exist, as a dependency
// of every test target that contains such a file.
