import CBrotli
import COpenSSL
import CZlib
import Glibc

/// The files under a folder.
enum WebFiles {
    struct File {
        /// Relative, with `/`.
        let path: String
        let bytes: [UInt8]
    }

    /// All regular files, in the order of their paths. Names that begin with a dot and links are left out.
    static func read(_ root: String) throws(ServerError) -> [File] {
        var files: [File] = []
        var folders = [""]
        while let folder = folders.popLast() {
            for name in try names(in: root + "/" + folder) where !name.hasPrefix(".") {
                let path = folder + name
                var status = stat()
                guard lstat(root + "/" + path, &status) == 0 else { throw .unreadableFile(path) }
                switch status.st_mode & S_IFMT {
                case S_IFDIR: folders.append(path + "/")
                case S_IFREG: files.append(File(path: path, bytes: try bytes(root + "/" + path)))
                default: break
                }
            }
        }
        return files.sorted { $0.path < $1.path }
    }

    private static func names(in folder: String) throws(ServerError) -> [String] {
        guard let directory = opendir(folder) else { throw .unreadableFile(folder) }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            names.append(
                withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
        }
        return names
    }

    private static func bytes(_ path: String) throws(ServerError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .unreadableFile(path) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Glibc.read(descriptor, &piece, piece.count)
            guard count >= 0 else { throw .unreadableFile(path) }
            guard count > 0 else { return bytes }
            bytes.append(contentsOf: piece[..<count])
        }
    }

    static func replacing(_ old: String, with new: String, in bytes: [UInt8]) -> [UInt8] {
        let old = Array(old.utf8)
        var result: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index...].starts(with: old) {
                result += new.utf8
                index += old.count
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return result
    }
}

/// Names for bytes.
enum Digest {
    static func sha256(_ bytes: [UInt8]) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: 32)
        SHA256(bytes, bytes.count, &digest)
        return digest
    }

    /// The first 16 digits.
    static func hex(_ bytes: [UInt8]) -> String {
        sha256(bytes).prefix(8).map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }
}

/// Nil when nothing is gained.
enum Compression {
    static func gzip(_ bytes: [UInt8]) -> [UInt8]? {
        var stream = z_stream()
        let size = Int32(MemoryLayout<z_stream>.size)
        // 15 bits of window, and 16 for a gzip header.
        guard deflateInit2_(&stream, 9, Z_DEFLATED, 31, 9, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size) == Z_OK else {
            return nil
        }
        defer { deflateEnd(&stream) }
        var input = bytes
        var output = [UInt8](repeating: 0, count: bytes.count)
        let count = input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output -> Int? in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(output.count)
                return deflate(&stream, Z_FINISH) == Z_STREAM_END ? output.count - Int(stream.avail_out) : nil
            }
        }
        return count.map { Array(output[..<$0]) }
    }

    static func brotli(_ bytes: [UInt8]) -> [UInt8]? {
        var output = [UInt8](repeating: 0, count: bytes.count)
        var count = output.count
        // Quality 11 takes a second for each megabyte; 9 is nearly as small.
        let done = BrotliEncoderCompress(9, 22, BROTLI_MODE_GENERIC, bytes.count, bytes, &count, &output)
        return done == BROTLI_TRUE ? Array(output[..<count]) : nil
    }
}
