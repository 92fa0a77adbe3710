//! With the allocator that Rust has by default: the C library's.

fn main() -> std::io::Result<()> {
    hashmap::run("rust-tokio")
}
